// SPDX-License-Identifier: GPL-3.0-or-later
import { accounts } from './accounts';
import { common } from './common';
import { compose } from './compose';
import { failures } from './failures';
import { mails } from './mails';
import { notifications } from './notifications';
import { settings } from './settings';
import { statistics } from './statistics';
import { webhooks } from './webhooks';

export const de = { common, mails, compose, accounts, failures, webhooks, notifications, settings, statistics };
