# SPDX-License-Identifier: GPL-3.0-or-later
"""The measurements of `./dev bench`: each beside a reference in the same run."""
