"""What `portes` does without a server, by the code that the server runs."""
