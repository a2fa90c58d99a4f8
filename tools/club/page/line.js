"use strict";

/* The line to the broker: over WebSocket, and it comes back by itself. */
const Line = (() => {
  const RECONNECT_MS = 2000;
  const REFUSED = [4, 5];  // MQTT 3.1.1: wrong user or password, not allowed

  /* `heard` gets topic and text, `linked` true or false, `refused` that the sign-in failed. */
  function open({ broker, user, password, table = "+" }, { heard, linked, refused }) {
    const client = mqtt.connect(broker, {
      username: user, password, protocolVersion: 4, clean: true, keepalive: 10,
      reconnectPeriod: RECONNECT_MS, connectTimeout: 5000, timerVariant: "native",
    });
    client.on("connect", () => {
      client.subscribe(Tables.PARTS.map(part => `marker/${table}/${part}`));
      linked(true);
    });
    client.on("message", (topic, payload) => heard(topic, payload.toString()));
    client.on("close", () => linked(false));
    client.on("error", error => {
      if (!REFUSED.includes(error.code)) return;
      client.end(true);
      refused();
    });
    return client;
  }

  return { open };
})();
