"""How one comes in: by PIN or by a code under the camera, from a phone that is known afterwards."""
