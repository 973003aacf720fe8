// SPDX-License-Identifier: GPL-3.0-or-later
// The headers that most unit tests include, compiled once (tests/CMakeLists.txt).
#pragma once

#include "common/precompiled.h"

#include <QDir>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
