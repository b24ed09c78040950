"""Many tables on one page: what they tell a broker, kept once and in order, and shown live."""
