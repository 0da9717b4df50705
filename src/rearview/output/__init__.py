"""Output: words, tables, figures and files, whoever writes them."""
