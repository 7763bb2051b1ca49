"""Whole match records, judged by the same rules as every single question."""
