"""The server: accounts, tables and live play over HTTP and websockets."""
