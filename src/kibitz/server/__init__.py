"""Tables over the network: HTTP and WebSocket around `kibitz.table`."""
