// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/jsonwriter.h"
#include "store/events/webhook.h"
#include "webhooks/content.h"
#include "webhooks/deliveryqueue.h"

namespace Api {

/// The record; values of headers that are secrets are masked, the signing key is never there.
void writeWebhook(Json::Writer &json, const Store::Webhook &webhook);

/// An entry of the log.
void writeWebhookLog(Json::Writer &json, const Store::WebhookLog &log);

/// `warnings` of a template.
void writeWarnings(Json::Writer &json, const QList<Webhooks::TemplateWarning> &warnings);

/// `data` of the answer to a test.
Json::Bytes testResultJson(const Webhooks::TestResult &result);

} // namespace Api
