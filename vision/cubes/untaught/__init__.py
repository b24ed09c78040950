"""Reading common sets without a profile: what is printed in red, blue and green on light and dark cubes."""
