# SPDX-License-Identifier: GPL-3.0-or-later
"""The demonstration of `./dev demo`: the service with a mail server of made mail beside it."""
