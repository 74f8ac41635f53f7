import type { z } from 'zod';
import type { AudienceConditions } from '#contract/audiences/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import { loadAudienceQuestion } from '#server/audiences/question-reads.ts';
import { ofContacts } from '#server/audiences/segment-rules.ts';
import type { UsableChannel } from '#server/channels/storage/actions.ts';
import { recordsConsents } from '#server/imports/consent-reads.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { recordVerdicts } from '#server/delivery/planning/actions.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { feedMailingJob, listRecipientsJob } from '#server/mailings/jobs.ts';
import { addListed, findMailingForUpdate } from '#server/mailings/storage/queries.ts';
import type { ListedCounts, StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import { loadMaterial } from '#server/mailings/writing/material-reads.ts';
import { laterOf } from '#server/platform/values/instant-rules.ts';
import { getContactPolicy } from '#server/policy/reads.ts';
import {
  type Cap,
  countByWay,
  countRecipients,
  countWithoutConsent,
  type DecidedGroup,
  type DecidedPage,
  type Expected,
  findBatchEnd,
  hasAudience as hasAudienceOf,
  insertRecipients,
  listControlGroup,
  listDecided,
  listExpected,
  type ListQuestion,
  type Span,
} from './recipient-queries.ts';
import { findLostSource } from './sources.ts';
import { loadWays } from './ways.ts';

type Listed = { id: MailingId; settings: MailingSettings };

/** Contacts looked at in one transaction. */
const BATCH = 20_000;

/**
 * Lists the next batch of a mailing's recipients. A batch is one transaction with its cursor and its counts, so a run
 * that was killed is repeated from the same contact.
 */
export async function listNextBatch(
  scope: ActionScope,
  { mailingId }: z.infer<typeof listRecipientsJob.payload>,
): Promise<void> {
  const mailing = await findMailingForUpdate(scope, mailingId);
  if (!mailing || mailing.isDeleted || mailing.status !== 'working' || mailing.listedAt !== null) return;
  const { settings, listedAfter: after } = mailing;
  const job = { tenantId: scope.tenantId, mailingId };
  // NOTE: the wave stops the mailing and names the source.
  if (await findLostSource(scope, settings)) return enqueue(scope, feedMailingJob, job);
  const last = await findBatchEnd(scope, settings.audience, { after, limit: BATCH });
  const counts = await insertRecipients(scope, await questionOf(scope, mailing), { after, last });
  if (counts['control_group']) await recordControlGroup(scope, mailing, { after, last });
  const now = scope.clock.now();
  await addListed(scope, mailing, { counts, after: last ?? after, listedAt: last === null ? now : null });
  if (last !== null) await enqueue(scope, listRecipientsJob, job);
  await enqueue(scope, feedMailingJob, job);
  await announce(scope, 'mailings');
}

/**
 * Records a decision about each contact who is kept back, as flows do: the conversion of the mailing compares their visits
 * with those of its recipients.
 */
async function recordControlGroup(
  scope: ActionScope,
  { id, version, settings: { controlPercent } }: StoredMailing,
  span: Span,
): Promise<void> {
  const contactIds = await listControlGroup(scope, id, span);
  await recordVerdicts(
    scope,
    contactIds.map((contactId) => ({
      senderId: id,
      senderVersion: version,
      subject: { kind: 'contact', id: contactId },
      contactId,
      step: 1,
      occurrence: 1,
      eventId: null,
      messageId: null,
      stage: 'plan',
      outcome: 'skipped',
      rule: 'control_group',
      compared: { controlPercent },
      until: null,
    })),
  );
}

/** Counts whom a mailing would list now, by the rule that leaves them out; '' are its recipients. The sum is its audience. */
export async function countListed(scope: ActionScope, mailing: Listed): Promise<ListedCounts> {
  return countRecipients(scope, await questionOf(scope, mailing));
}

/** Counts whom a mailing would list now, with the channels and countries of its recipients. */
export async function countListedByWay(scope: ActionScope, mailing: Listed): Promise<DecidedGroup[]> {
  return countByWay(scope, await questionOf(scope, mailing), await capOf(scope, mailing));
}

/** A page of the contacts whom a mailing would leave out by a rule, by id; '' lists its recipients. */
export async function listByExclusion(scope: ActionScope, mailing: Listed, page: DecidedPage): Promise<ContactId[]> {
  return listDecided(scope, await questionOf(scope, mailing), page);
}

/** A page of the recipients whose frequency cap other senders have used up at the start. */
export async function listCapped(
  scope: ActionScope,
  mailing: Listed,
  page: Omit<DecidedPage, 'exclusion'>,
): Promise<ContactId[]> {
  const cap = await capOf(scope, mailing);
  return listDecided(scope, await questionOf(scope, mailing), { ...page, exclusion: '' }, cap);
}

/** The frequency cap of the contact policy when a mailing starts. */
async function capOf(scope: ActionScope, { settings: { timing } }: Listed): Promise<Cap> {
  const { marketingLimit, marketingDays } = await getContactPolicy(scope);
  const now = scope.clock.now();
  const from = timing.startsAt === null ? now : laterOf(now, Temporal.Instant.from(timing.startsAt));
  return { limit: marketingLimit, since: from.subtract({ hours: marketingDays * 24 }) };
}

/** Lists whom a mailing would list as recipients now, in the order of their turn; see `listExpected`. */
export async function listExpectedRecipients(
  scope: ActionScope,
  mailing: Listed,
  sample: { every: number; limit: number },
): Promise<Expected[]> {
  return listExpected(scope, await questionOf(scope, mailing), sample);
}

/** Counts the recipients who have not agreed to advertising; null where the cabinet records no consents. */
export async function countListedWithoutConsent(scope: ActionScope, mailing: Listed): Promise<number | null> {
  return (await recordsConsents(scope)) ? countWithoutConsent(scope, await questionOf(scope, mailing)) : null;
}

/** Whether a mailing's audience has anybody, those left out included. */
export async function hasAudience(scope: ActionScope, mailing: Listed): Promise<boolean> {
  return hasAudienceOf(scope, await questionOf(scope, mailing));
}

async function questionOf(scope: ActionScope, { id, settings }: Listed): Promise<ListQuestion> {
  const { audience, content } = settings;
  const { channels, templateChannelIds } = await loadWays(scope, settings, await loadMaterial(scope, [content]));
  const ways = workingFirst(channels).map(({ id: channelId, traits }) => ({
    id: channelId,
    reachesPhones: traits.reachesPhones,
    isOpen: traits.windowHours === null || templateChannelIds.includes(channelId),
  }));
  const conditions = audience.type === 'conditions' ? ofContacts(audience.conditions) : NO_CONDITIONS;
  return { mailingId: id, settings, ways, audience: await loadAudienceQuestion(scope, { conditions }) };
}

/** Working channels are tried before those with a problem: see `chooseChannel`. */
function workingFirst(channels: readonly UsableChannel[]): UsableChannel[] {
  const isWorking = ({ state }: UsableChannel) => state === 'Authorized';
  return [...channels.filter(isWorking), ...channels.filter((one) => !isWorking(one))];
}

const NO_CONDITIONS: AudienceConditions = { match: 'all', groups: [] };
