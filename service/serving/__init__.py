"""Serving connections: what the gunicorn worker needs that knows neither Flask nor a rule."""
