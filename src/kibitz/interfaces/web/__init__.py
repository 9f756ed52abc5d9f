"""The table on a network: HTTP and WebSocket around `kibitz.table`."""
