"""Pictures on paper: letters, shapes on a page in millimetres, and what is drawn with them."""
