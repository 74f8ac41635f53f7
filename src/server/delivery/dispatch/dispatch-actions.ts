import type { ChannelId } from '#contract/channels/calls.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { messagesLeft, noteQuotaOut, returnMessages, spendMessages } from '#server/billing/actions.ts';
import { getChannelForSending } from '#server/channels/storage/actions.ts';
import { pauseAfter } from '#server/channels/warm-up/warm-up-rules.ts';
import type { ChannelProvider, ChannelProviders, Credentials, SendOutcome, Webhook } from '#server/channels/port.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type Scoped, type TenantScope, withRetry } from '#server/platform/database/db.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { queueDispatch } from '#server/delivery/planning/actions.ts';
import { skipRemainingChannels, skippedAttempt } from '#server/delivery/statuses/cascade-actions.ts';
import { announceLater } from '#server/platform/context/announcing.ts';
import {
  type ChannelAllowance,
  type ClaimBounds,
  findDue,
  listPauses,
  saveDecisions,
  savePauses,
} from './claim-queries.ts';
import {
  type Decision,
  decideDue,
  type DueRow,
  type ReadyMessage,
  worthClaiming,
} from '#server/delivery/ledger/dispatch-rules.ts';
import { insertFormerSends } from '#server/delivery/ledger/former-send-queries.ts';
import { dispatchChannelJob, messagesRecorded } from '#server/delivery/jobs.ts';
import { publish } from '#server/platform/events/transaction-events.ts';
import { PROCESS_ID, keepLease, type Lease } from './lease.ts';
import { markFormerClaimsUnknown, type LeasedChannel, leaseLeftMs, takeLease } from './lease-queries.ts';
import { followUnknownOutcomes } from '#server/delivery/statuses/unknown-outcome-actions.ts';
import { recordSent } from './record-actions.ts';
import type { DueAnswer, DueChecks, ShortenLinks } from '#server/delivery/port.ts';
import { findStoppedAgain, findStoppedRows } from './opt-out-actions.ts';
import { type ClaimResult, NOT_SENT, sendAll } from './sender.ts';
import { isPaused } from '#server/delivery/pauses/pause-queries.ts';
import { spaceByRecipient, withinQuota } from './spacing-rules.ts';
import { keepVerdicts } from './verdict-actions.ts';
import { findNextDueOf, leaveRemovedChannel, listLastOfRemoved, markWaiting } from './waiting-queries.ts';
import { keepToWarmUp } from './warm-up-actions.ts';

// NOTE: a process: it calls an outside service between transactions.

export type DispatchContext = Context & {
  providers: ChannelProviders;
  dueChecks: DueChecks;
  shortenLinks: ShortenLinks;
};

/** The state of one run on one channel. */
export type Run = {
  tenantId: TenantId;
  channelId: ChannelId;
  lease: Lease;
  channel: LeasedChannel;
  provider: ChannelProvider;
  credentials: Credentials;
  webhook: Webhook;
  /** Consecutive answers that concerned the whole channel, without a success between. */
  troublesInARow: number;
};

/** Concurrent calls on one channel. */
const CONCURRENCY = 64;
const AHEAD = 448;
/**
 * After this time a run frees its worker and queues itself behind the jobs that wait: a worker takes turns between
 * channels, so a reminder waits for a turn of others at most, however much the others send.
 */
const MAX_RUN_MS = 5_000;
/** Shorter pauses are waited for; for longer ones the worker is freed. */
const SHORT_WAIT_MS = 1_000;
/** A pause requested by the provider that is longer than this is shown to members. */
const LONG_REST_MS = 5_000;
/** Added to the pause between two messages to one recipient: calls may arrive closer together than they were sent. */
const PAUSE_MARGIN_MS = 500;

/**
 * Sends what is due on one channel, as far as its limits allow, then queues its own next run.
 *
 * The claim guarantees that a message is sent once: it is `sending` before the provider is called, under a lease that
 * only this run holds. No transaction is open meanwhile. A message that ends as `unknown` (a timeout, a crash between
 * call and record) stays so until a status resolves it, because a contact must never get a reminder twice.
 */
export async function dispatchChannel(
  ctx: DispatchContext,
  tenantId: TenantId,
  channelId: ChannelId,
  signal: AbortSignal,
): Promise<void> {
  const run = await beginRun(ctx, tenantId, channelId);
  if (!run) return;
  const endsAt = performance.now() + MAX_RUN_MS;
  let nextRun: NextRun = 'when-due';
  const { traits } = run.provider;
  try {
    await sendAll({
      concurrency: CONCURRENCY,
      ahead: traits.echoesReference ? AHEAD : 0,
      perSecond: traits.perSecond + traits.burst,
      mayGoOn: () => !signal.aborted && run.lease.holds(),
      async claim(wanted) {
        if (performance.now() > endsAt) return { messages: [], retryInMs: null, checkedAt: 0 };
        const claim = await claimDue(ctx, run, wanted);
        nextRun = claim.nextRun;
        return claim;
      },
      findStopped: (waiting) => findStoppedAgain(ctx, run, waiting),
      send: (message) => send(ctx, run, message),
      record: (sent) => recordSent(ctx, run, sent),
    });
  } finally {
    await endRun(ctx, run, nextRun);
  }
}

/** `when-due` reads the next time from the ledger; `never` waits for an event: a top-up, a channel that works again. */
type NextRun = 'when-due' | 'never' | { inMs: number };

async function beginRun(ctx: DispatchContext, tenantId: TenantId, channelId: ChannelId): Promise<Run | null> {
  const startedAt = performance.now();
  const taken = await withRetry(ctx, tenantId, async (scope) => {
    const channel = await takeLease(scope, channelId, PROCESS_ID);
    const sending = channel && (await getChannelForSending(scope, channelId));
    const provider = channel && ctx.providers.get(channel.kind);
    if (!channel || !sending || !provider) return void (await requeueAfterLease(scope, channelId));
    const doubted = await markFormerClaimsUnknown(scope, channelId, channel.epoch, ctx.clock.now());
    if (doubted > 0) await followUnknownOutcomes(scope, channelId, provider.traits);
    return { channel, provider, credentials: sending.credentials, webhook: sending.webhook };
  });
  if (!taken) return null;
  const lease = keepLease(ctx, { tenantId, channelId, epoch: taken.channel.epoch }, startedAt);
  return { ...taken, tenantId, channelId, lease, troublesInARow: 0 };
}

/**
 * Queues the next run when another process holds the channel, perhaps one that just died; or the channel was
 * removed.
 */
async function requeueAfterLease(scope: Scoped<DispatchContext>, channelId: ChannelId): Promise<void> {
  const leftMs = await leaseLeftMs(scope, channelId);
  const now = scope.clock.now();
  if (leftMs === null) {
    await queueDispatch(scope, await leaveRemovedChannel(scope, channelId, now));
    const last = await listLastOfRemoved(scope, channelId, now);
    await skipRemainingChannels(
      scope,
      last.map((id) => ({ id, rule: 'channel_removed' })),
    );
    return;
  }
  const runAt = now.add({ milliseconds: Math.ceil(leftMs) + 50 });
  await enqueue(scope, dispatchChannelJob, { tenantId: scope.tenantId, channelId }, { runAt });
}

async function endRun(ctx: DispatchContext, run: Run, nextRun: NextRun): Promise<void> {
  const { tenantId, channelId } = run;
  await run.lease.drop();
  await withRetry(ctx, tenantId, async (scope) => {
    const now = ctx.clock.now();
    const after = nextRun === 'never' ? now : null;
    const dueAt =
      typeof nextRun === 'object'
        ? now.add({ milliseconds: Math.ceil(nextRun.inMs) })
        : await findNextDueOf(scope, channelId, after);
    // NOTE: a time in the past would put this channel in front of all others.
    if (dueAt)
      await enqueue(scope, dispatchChannelJob, { tenantId, channelId }, { runAt: isAfter(dueAt, now) ? dueAt : now });
  });
}

type Claim = ClaimResult & { nextRun: NextRun };

async function claimDue(ctx: DispatchContext, run: Run, wanted: number): Promise<Claim> {
  const startedAt = performance.now();
  const { channelId, channel, provider } = run;
  let claimed: readonly ReadyMessage[] = [];
  // NOTE: planning changes waiting messages in the order of their subjects, so the two may wait for each other.
  const claiming = withRetry(ctx, run.tenantId, async (scope): Promise<Claim> => {
    claimed = [];
    const checkedAt = performance.now();
    const now = ctx.clock.now();
    const bounds: ClaimBounds = {
      channelId,
      epoch: run.lease.epoch,
      traits: provider.traits,
      dailyCap: channel.dailyCap,
      pauseMs: provider.traits.warmUp && pauseAfter(provider.traits.warmUp, Math.random()),
      today: now.toZonedDateTimeISO(channel.tenantTimeZone).toPlainDate().toString(),
      wanted,
      now,
    };
    if (await isPaused(scope, channel.kind, now)) {
      await markWaiting(scope, { channelId, reason: 'sending_paused', now });
      return { messages: [], retryInMs: null, nextRun: 'never', checkedAt };
    }
    const { allowed, rows } = await findDue(scope, bounds);
    if (rows.length === 0) return nextRunWithoutClaim(scope, run, allowed, now);
    const decided = await decideAll(scope, run, { rows, quotaLeft: allowed.quotaLeft, now });
    const { messages, isQuotaOut } = await claimDecided(scope, { bounds, decided });
    claimed = messages;
    if (isQuotaOut && messages.length === 0) {
      await noteQuotaOut(scope, now);
      await markWaiting(scope, { channelId, reason: 'quota_exhausted', now });
      return { messages, retryInMs: null, nextRun: 'never', checkedAt };
    }
    return { messages, retryInMs: 0, nextRun: 'when-due', checkedAt };
  });
  const claim = await claiming.catch(async (error: unknown) => {
    // The claim may have been committed although no answer came. No message of it was sent, and only this run knows
    // that.
    const unsent = claimed.map((message) => ({ message, outcome: NOT_SENT }));
    if (unsent.length > 0) await recordSent(ctx, run, unsent);
    throw error;
  });
  if (claim.messages.length > 0) run.lease.extend(startedAt);
  announceLater(ctx, run.tenantId, 'delivery');
  return claim;
}

async function nextRunWithoutClaim(
  scope: TenantScope,
  run: Run,
  allowed: ChannelAllowance,
  now: Temporal.Instant,
): Promise<Claim> {
  const { channelId, provider } = run;
  const nothing = { messages: [], retryInMs: null, checkedAt: 0 };
  if (!allowed.isHeld) return { ...nothing, nextRun: { inMs: SHORT_WAIT_MS } };
  const dueAt = await findNextDueOf(scope, channelId, null);
  const isDue = dueAt !== null && !isAfter(dueAt, now);
  if (!isDue) return { ...nothing, nextRun: 'when-due' };
  if (allowed.state !== 'Authorized') {
    await markWaiting(scope, { channelId, reason: 'channel_unavailable', now });
    return { ...nothing, nextRun: 'never' };
  }
  if (allowed.isCapped) {
    const zone = run.channel.tenantTimeZone;
    const tomorrow = now.toZonedDateTimeISO(zone).add({ days: 1 }).startOfDay().toInstant();
    return { ...nothing, nextRun: { inMs: now.until(tomorrow).total('milliseconds') } };
  }
  if (allowed.restMs > LONG_REST_MS) await markWaiting(scope, { channelId, reason: 'channel_resting', now });
  const missing = Math.max(0, worthClaiming(provider.traits) - allowed.tokens);
  const waitMs = Math.max(allowed.restMs, allowed.pauseMs, (missing / provider.traits.perSecond) * 1_000, 5);
  return waitMs > SHORT_WAIT_MS
    ? { ...nothing, nextRun: { inMs: waitMs } }
    : { ...nothing, retryInMs: waitMs, nextRun: 'when-due' };
}

type DecidedRow = { row: DueRow; decision: Decision };

/** Decides about each due message: by its sender's due check, its recipient, and the pause that recipient needs. */
async function decideAll(
  scope: Scoped<DispatchContext>,
  { provider, channelId }: Run,
  { rows, quotaLeft, now }: { rows: readonly DueRow[]; quotaLeft: number; now: Temporal.Instant },
): Promise<DecidedRow[]> {
  const { traits } = provider;
  const answers = await runDueChecks(scope, rows, now);
  await shortenAll(scope, rows, answers);
  const stops = await findStoppedRows(scope, channelId, rows);
  const wanted = rows.map((row) => {
    const answer = answers.get(row.id);
    return decideDue(row, answer?.kind === 'skip' ? answer : (stops.get(row) ?? answer), traits, now);
  });
  let decisions = withinQuota(rows, wanted, quotaLeft);
  if (traits.warmUp) decisions = await keepToWarmUp(scope, channelId, { rows, decisions });
  if (traits.perPersonMs > 0) {
    const pauseMs = traits.perPersonMs + PAUSE_MARGIN_MS;
    const pauses = await listPauses(scope, channelId, recipientsOf(decisions));
    decisions = spaceByRecipient(decisions, pauses, pauseMs, now);
    await savePauses(scope, channelId, recipientsOf(decisions), pauseMs);
  }
  return rows.map((row, n) => ({
    row,
    decision: decisions[n] ?? { kind: 'defer', rule: null, until: now, compared: {} },
  }));
}

const recipientsOf = (decisions: readonly Decision[]) =>
  decisions.flatMap((decision) => (decision.kind === 'send' ? [decision.message.recipient] : []));

/** Consumes the quota and claims the messages. Those beyond the quota wait; those cancelled meanwhile are left out. */
async function claimDecided(
  scope: Scoped<DispatchContext>,
  { bounds, decided }: { bounds: ClaimBounds; decided: readonly DecidedRow[] },
): Promise<{ messages: ReadyMessage[]; isQuotaOut: boolean }> {
  const uncounted = decided.filter(({ row, decision }) => decision.kind === 'send' && !row.isCounted);
  const granted = await spendMessages(scope, uncounted.length, bounds.now);
  const ungranted = new Set(uncounted.slice(granted).map(({ row }) => row.id));
  const final = decided.flatMap(({ row, decision }) =>
    decision.kind === 'hold' || ungranted.has(row.id) ? [] : [{ row, decision }],
  );
  // NOTE: what an earlier channel has accepted is not decided against: it stays with that channel.
  const isGivenUp = ({ row, decision }: DecidedRow) => row.wasSent && decision.kind === 'skip';
  const { saved, claimed } = await saveDecisions(
    scope,
    bounds,
    final.filter((one) => !isGivenUp(one)),
  );
  await skipRemainingChannels(
    scope,
    final.flatMap(({ row, decision }) =>
      row.wasSent && decision.kind === 'skip' ? [{ id: row.id, rule: decision.rule }] : [],
    ),
  );
  const messages = final.flatMap(({ row, decision }) =>
    decision.kind === 'send' && claimed.has(row.id) ? [decision.message] : [],
  );
  const lapsed = final.filter(
    ({ row, decision }) => decision.kind === 'send' && !row.isCounted && !claimed.has(row.id),
  );
  const unsent = final.filter(({ row, decision }) => decision.kind === 'skip' && row.isCounted && saved.has(row.id));
  await returnMessages(scope, lapsed.length + unsent.length);
  const skipped = final.flatMap(({ row, decision }) => (decision.kind === 'skip' && saved.has(row.id) ? [row.id] : []));
  if (skipped.length > 0) await publish(scope, messagesRecorded, { channelId: bounds.channelId, messageIds: skipped });
  const held = final.filter(({ row }) => saved.has(row.id));
  await keepVerdicts(scope, held, scope.clock.now());
  await insertFormerSends(
    scope,
    held.flatMap(({ row, decision }) =>
      decision.kind === 'move' ? [skippedAttempt(row.id, bounds.channelId, decision.rule)] : [],
    ),
    bounds.now,
  );
  await queueDispatch(
    scope,
    held.flatMap(({ decision }) => (decision.kind === 'move' ? [{ channelId: decision.to, dueAt: bounds.now }] : [])),
  );
  return { messages, isQuotaOut: final.length < decided.length && (await messagesLeft(scope)) === 0 };
}

/** Calls the due checks of the messages' senders, once for each kind of sender. */
async function runDueChecks(
  scope: Scoped<DispatchContext>,
  rows: readonly DueRow[],
  now: Temporal.Instant,
): Promise<Map<MessageId, DueAnswer>> {
  const answers = new Map<MessageId, DueAnswer>();
  for (const [kind, ofKind] of Map.groupBy(rows, ({ senderKind }) => senderKind))
    for (const [id, answer] of (await scope.dueChecks.get(kind)?.(scope, ofKind, now)) ?? []) answers.set(id, answer);
  return answers;
}

/** Replaces the links of messages that are still wanted: their answers get the changed contents. */
async function shortenAll(
  scope: Scoped<DispatchContext>,
  rows: readonly DueRow[],
  answers: Map<MessageId, DueAnswer>,
): Promise<void> {
  const wanted = rows.flatMap(({ id, content: planned }) => {
    const answer = answers.get(id) ?? { kind: 'send', content: planned };
    return answer.kind === 'send' && answer.content.shortensLinks ? [{ id, content: answer.content }] : [];
  });
  if (wanted.length === 0) return;
  for (const [id, content] of await scope.shortenLinks(scope, wanted)) answers.set(id, { kind: 'send', content });
}

/** A call that was sent is always awaited, even while the process stops: if aborted, its outcome would be unknown. */
const NEVER = new AbortController().signal;

/**
 * Calls the provider. A provider must never throw; if it does, the call may have been made, so its outcome is
 * unknown.
 */
async function send(ctx: Context, run: Run, message: ReadyMessage): Promise<SendOutcome> {
  try {
    const { credentials, webhook } = run;
    const outcome = await run.provider.send({ credentials, webhook, message: message.outgoing, signal: NEVER });
    if (outcome.kind === 'accepted') run.troublesInARow = 0;
    return outcome;
  } catch (error) {
    ctx.log.error({ err: error, channelId: run.channelId, messageId: message.row.id }, 'a provider failed to answer');
    return { kind: 'unknown', text: error instanceof Error ? error.message : String(error) };
  }
}
