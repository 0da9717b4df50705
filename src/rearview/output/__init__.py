"""Output: text, tables, figures and files."""
