"""The table's pages for phones, televisions and streaming software, and the API that they all use."""
