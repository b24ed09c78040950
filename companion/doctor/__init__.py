"""`himiki doctor`: looks at everything that an evening depends on, and says how to mend what is not well."""
