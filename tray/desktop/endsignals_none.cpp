// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/endsignals.h"

namespace Desktop {

EndSignals::EndSignals(QObject *parent) : QObject(parent) { }

EndSignals::~EndSignals() = default;

} // namespace Desktop
