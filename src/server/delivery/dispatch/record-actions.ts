import { setTimeout as sleep } from 'node:timers/promises';
import type { SendOutcome } from '#server/channels/port.ts';
import { returnMessages } from '#server/billing/actions.ts';
import { noteReached } from '#server/contacts/book/actions.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/events/transaction-events.ts';
import { messagesRecorded } from '#server/delivery/jobs.ts';
import { queueDispatch } from '#server/delivery/planning/actions.ts';
import { announceLater } from '#server/platform/context/announcing.ts';
import type { Run } from './dispatch-actions.ts';
import { fallBack, minutesOfSenders } from '#server/delivery/statuses/cascade-actions.ts';
import { passesOnAt, ruleOfRefusal } from '#server/delivery/statuses/cascade-rules.ts';
import { type Outcome, type ReadyMessage, restMs, settleOutcome } from '#server/delivery/ledger/dispatch-rules.ts';
import { followUnknownOutcomes } from '#server/delivery/statuses/unknown-outcome-actions.ts';
import type { FormerSend } from '#server/delivery/ledger/former-send-queries.ts';
import { restChannel } from './lease-queries.ts';
import { type Recorded, saveOutcomes } from './record-queries.ts';
import { planPolls } from '#server/delivery/statuses/poll-actions.ts';
import { actOnRefusals } from '#server/delivery/statuses/refusal-actions.ts';
import { NOT_SENT, type Sent } from './sender.ts';

// NOTE: a process: it takes part in sending, between whose calls it opens transactions.

/**
 * While the database is unavailable, recording is retried this long: only this process knows the provider's
 * answers.
 */
const INSIST_MS = 60_000;
const INSIST_EVERY_MS = 300;

/** Records the outcomes of sends, and acts on the refusals among them. */
export async function recordSent(ctx: Context, run: Run, sent: readonly Sent[]): Promise<void> {
  const now = ctx.clock.now();
  const outcomes = sent.map(({ message, outcome }) => toOutcome(message, settleOutcome(message.row, outcome, now)));
  const rest = restOf(run, sent);
  const startedAt = performance.now();
  for (;;) {
    try {
      await withTenant(ctx, run.tenantId, (scope) => record(scope, run, { sent, outcomes, rest }));
      announceLater(ctx, run.tenantId, 'delivery');
      return;
    } catch (error) {
      if (performance.now() - startedAt > INSIST_MS) throw error;
      ctx.log.warn({ err: error, channelId: run.channelId, count: sent.length }, 'outcomes not recorded yet');
      await sleep(INSIST_EVERY_MS);
    }
  }
}

/** `leaves`: the send that it leaves for its next channel; `returns`: for an earlier one that had accepted it. */
type Noted = Omit<Recorded, 'passesOnAt'> & { message: ReadyMessage; leaves: FormerSend | null; returns: boolean };

type Batch = { sent: readonly Sent[]; outcomes: readonly Noted[]; rest: number | null };

function toOutcome(message: ReadyMessage, settled: Outcome): Noted {
  const { row } = message;
  const returns = row.wasSent && settled.status === 'failed';
  return {
    ...settled,
    status: returns ? 'planned' : settled.status,
    dueAt: settled.dueAt ?? row.dueAt,
    fallbackChannelIds: settled.moveTo?.rest ?? row.fallbackChannelIds,
    message,
    returns,
    leaves: settled.moveTo || returns ? leavingSend(message, settled) : null,
  };
}

function leavingSend({ row, recipient, outgoing, content, sentButtons }: ReadyMessage, settled: Outcome): FormerSend {
  return {
    messageId: row.id,
    channelId: row.channelId,
    addressId: row.address?.id ?? null,
    recipient,
    providerMessageId: null,
    status: 'failed',
    rule: settled.reason ?? ruleOfRefusal(settled.errorClass),
    body: outgoing.text,
    leftBy: content.leftBy,
    sentButtons,
    errorText: settled.errorText,
    acceptedAt: null,
    sentAt: null,
  };
}

/** When each accepted message goes on to its next channel, by the time of its sender. */
async function withPassing(
  scope: ActionScope,
  { provider }: Run,
  outcomes: readonly Noted[],
): Promise<(Noted & Recorded)[]> {
  const now = scope.clock.now();
  const mayPass = outcomes.filter(
    ({ status, message: { row } }) =>
      (status === 'accepted' || status === 'sent') && passesOnAt(row, provider.traits, 1, now) !== null,
  );
  const minutes = await minutesOfSenders(
    scope,
    mayPass.map(({ message: { row } }) => row.senderId),
  );
  const passing = new Set(mayPass);
  return outcomes.map((outcome) => {
    const { row } = outcome.message;
    const own = passing.has(outcome) ? (minutes.get(row.senderId) ?? null) : null;
    return { ...outcome, passesOnAt: passesOnAt(row, provider.traits, own, now) };
  });
}

async function record(scope: ActionScope, run: Run, { sent, outcomes, rest }: Batch): Promise<void> {
  const { channelId, lease, provider } = run;
  const now = scope.clock.now();
  const passing = await withPassing(scope, run, outcomes);
  const saved = await saveOutcomes(scope, { channelId, epoch: lease.epoch, outcomes: passing, now });
  const recorded = outcomes.filter(({ id }) => saved.has(id));
  if (saved.size > 0) await publish(scope, messagesRecorded, { channelId, messageIds: [...saved] });
  await fallBack(
    scope,
    recorded.flatMap(({ leaves }) => leaves ?? []),
    recorded.flatMap(({ id, returns }) => (returns ? [id] : [])),
  );
  if (rest !== null) await restChannel(scope, channelId, rest);
  if (outcomes.some(({ status }) => status === 'accepted' || status === 'sent')) lease.noteSent(now);
  await noteAccepted(
    scope,
    run,
    sent.filter(({ message }) => saved.has(message.row.id)),
  );
  await planPolls(scope, channelId, provider.traits, acceptedIds(recorded));
  const counted = recorded.filter(({ status }) => status === 'failed');
  await returnMessages(scope, counted.length);
  await queueDispatch(
    scope,
    recorded.flatMap(({ moveTo }) => (moveTo ? [{ channelId: moveTo.channelId, dueAt: now }] : [])),
  );
  if (recorded.some(({ status }) => status === 'unknown'))
    await followUnknownOutcomes(scope, channelId, provider.traits);
  const refusals = sent.flatMap(({ message: { row }, outcome }) =>
    outcome.kind === 'refused' && saved.has(row.id) ? [{ ...row, addressId: row.address?.id ?? null, ...outcome }] : [],
  );
  await actOnRefusals(scope, { channelId, kind: run.channel.kind }, refusals);
}

const acceptedIds = (outcomes: readonly Pick<Recorded, 'status' | 'providerMessageId'>[]) =>
  outcomes.flatMap(({ status, providerMessageId }) =>
    providerMessageId !== null && (status === 'accepted' || status === 'sent') ? [providerMessageId] : [],
  );

/** Stores the addresses by which the channel now knows the contacts. */
async function noteAccepted(scope: ActionScope, { channelId }: Run, sent: readonly Sent[]): Promise<void> {
  const accepted = sent.flatMap(({ message: { row }, outcome }) =>
    outcome.kind === 'accepted' && !row.testPhone ? [{ row, channelUserId: outcome.channelUserId }] : [],
  );
  await noteReached(
    scope,
    accepted.flatMap(({ row: { address, contactId, phone }, channelUserId }) =>
      !address && contactId && channelUserId ? [{ contactId, channelId, channelUserId, phone }] : [],
    ),
  );
}

/** Milliseconds until the channel may be called again; null when it needs no pause. */
function restOf(run: Run, sent: readonly Sent[]): number | null {
  const troubles = sent.flatMap(({ outcome }) => (outcome.kind === 'unreached' && isRest(outcome) ? [outcome] : []));
  if (troubles.length === 0) return null;
  const requested = troubles.flatMap(({ retryAfterMs }) => (retryAfterMs === null ? [] : [retryAfterMs]));
  const rest = restMs(requested.length > 0 ? Math.max(...requested) : null, run.troublesInARow, Math.random());
  run.troublesInARow++;
  return rest;
}

const isRest = (outcome: Extract<SendOutcome, { kind: 'unreached' }>) =>
  outcome !== NOT_SENT && outcome.scope === 'channel';
