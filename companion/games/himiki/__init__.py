"""HI MI KI: everything that knows cubes and tilts."""
