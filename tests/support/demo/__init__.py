# SPDX-License-Identifier: GPL-3.0-or-later
"""The demonstration of `./dev demo`: the service, and a mail server with generated mails."""
