"""A match log in other forms: text, tables, pictures, films, a report. One module a form; ``forms`` lists them."""
