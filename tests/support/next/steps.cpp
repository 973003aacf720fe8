// SPDX-License-Identifier: GPL-3.0-or-later
// Adds steps to those of the service, before its main() begins.
#include <QResource>

namespace {

bool addSteps()
{
    return QResource::registerResource(qEnvironmentVariable("POSTRIDER_TEST_STEPS"));
}

[[maybe_unused]] const bool areAdded = addSteps();

} // namespace
