# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests send about accounts."""

MASK = "********"  # in place of a password
NOWHERE = "9007199254740991"  # the id of none
VALID = {
    "name": "Work",
    "email": "user@example.com",
    "host": "localhost",
    "port": 1,
    "username": "user",
    "password": "secret",
}
