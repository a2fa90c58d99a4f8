"""Models of chips, written from their datasheets."""
