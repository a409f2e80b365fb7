"""What a seat is asked for and may answer, and why an answer is wrong."""
