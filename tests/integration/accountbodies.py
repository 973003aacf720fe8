# SPDX-License-Identifier: GPL-3.0-or-later
"""Bodies of requests about accounts, and values in them."""

MASK = "********"  # in place of a password
NOWHERE = "9007199254740991"  # an id that no row has
VALID = {
    "name": "Work",
    "email": "user@example.com",
    "host": "localhost",
    "port": 1,
    "username": "user",
    "password": "secret",
}
