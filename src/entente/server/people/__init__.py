"""People: accounts, what they log in with, what they prefer, what is stored of them."""
