import { z } from 'zod';
import { MailingId } from '#contract/mailings/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { messagesAdded, tariffsChanged } from '#server/billing/jobs.ts';
import { channelRemoved, channelRestored, templatesChanged } from '#server/channels/jobs.ts';
import { contentRejected } from '#server/delivery/jobs.ts';
import { defineSubscriber } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

const payload = z.object({ tenantId: TenantId, mailingId: MailingId });
const queue = ({ mailingId }: { mailingId: MailingId }) => `mailing:${mailingId}`;

/** Takes a mailing live whose start was ahead. */
export const startMailingJob = defineJob({
  name: 'mailings.start',
  payload,
  key: ({ mailingId }) => `mailing-start:${mailingId}`,
  keyMode: 'replace',
});

/** Lists the next batch of a mailing's recipients, then queues itself for the batch after. */
export const listRecipientsJob = defineJob({
  name: 'mailings.list-recipients',
  payload,
  queue,
  key: ({ mailingId }) => `mailing-list:${mailingId}`,
  priority: 1,
});

/** Plans the messages of a mailing's next recipients, as far as there is room, then queues itself for the wave after. */
export const feedMailingJob = defineJob({
  name: 'mailings.feed',
  payload,
  queue,
  key: ({ mailingId }) => `mailing-feed:${mailingId}`,
  priority: 1,
});

/** Compares the texts of an A/B test. */
export const decideMailingJob = defineJob({
  name: 'mailings.decide',
  payload,
  key: ({ mailingId }) => `mailing-decide:${mailingId}`,
  keyMode: 'replace',
});

/** Ends a mailing at its last moment. */
export const endMailingJob = defineJob({
  name: 'mailings.end',
  payload,
  key: ({ mailingId }) => `mailing-end:${mailingId}`,
  keyMode: 'replace',
});

/** Stops a mailing whose text the provider rejects for good. */
export const stopMailingJob = defineSubscriber({ name: 'mailings.stop', on: [contentRejected] });

/** Has mailings look at their channels and templates again. */
export const checkMailingsJob = defineSubscriber({
  name: 'mailings.check',
  on: [channelRestored, channelRemoved, templatesChanged],
});

/** Continues mailings that the tariff has again after a payment. */
export const followTariffJob = defineSubscriber({
  name: 'mailings.follow-tariff',
  on: [messagesAdded, tariffsChanged],
});
