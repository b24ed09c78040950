"""Who answers for a side."""
