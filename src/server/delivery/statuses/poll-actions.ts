import type { StatusPolls } from '#contract/channels/kind.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { getChannelForSending, type SendingChannel } from '#server/channels/storage/actions.ts';
import type { ChannelProvider, ChannelProviders, PolledStatus } from '#server/channels/port.ts';
import { announceLater } from '#server/platform/context/announcing.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { type Scoped, type TenantScope, withRetry, withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { followUnknownOutcomes } from './unknown-outcome-actions.ts';
import { pollStatusesJob } from '#server/delivery/jobs.ts';
import { planPoll } from './poll-rules.ts';
import {
  markUnreportedUnknown,
  findNextPoll,
  insertPolls,
  listDuePolls,
  movePolls,
  saveCosts,
  type StatusPoll,
} from './poll-queries.ts';
import { applyStatuses } from './status-actions.ts';

// NOTE: a process: it calls an outside service between transactions.

type PollContext = Context & { providers: ChannelProviders };

const POLLED_AT_ONCE = 100;
/** A provider that did not answer is asked again after this time. */
const RETRY_SECONDS = 60;
/** After this time a run frees its worker and queues itself again. */
const MAX_RUN_MS = 20_000;

/** Plans requests for the statuses of messages that were just accepted, on channels whose kind asks for it. */
export async function planPolls(
  scope: ActionScope,
  channelId: ChannelId,
  { statusPolls }: { statusPolls: StatusPolls | null },
  ids: readonly string[],
): Promise<void> {
  const [seconds] = statusPolls?.afterSeconds ?? [];
  if (seconds === undefined || ids.length === 0) return;
  const acceptedAt = scope.clock.now();
  const nextAt = acceptedAt.add({ seconds });
  await insertPolls(scope, channelId, { ids, acceptedAt, nextAt });
  await enqueue(scope, pollStatusesJob, { tenantId: scope.tenantId, channelId }, { runAt: nextAt });
}

/** Requests the statuses that are due on one channel, then queues its own next run. */
export async function pollStatuses(
  ctx: PollContext,
  tenantId: TenantId,
  channelId: ChannelId,
  signal: AbortSignal,
): Promise<void> {
  const endsAt = performance.now() + MAX_RUN_MS;
  for (;;) {
    const due = await withTenant(ctx, tenantId, (scope) => loadDue(scope, channelId));
    if (!due) return;
    const { provider, polls, channel, rows } = due;
    if (rows.length === 0) break;
    const ids = rows.map(({ providerMessageId }) => providerMessageId);
    const polled = await provider.pollStatuses?.(channel.credentials, ids);
    if (!polled?.isOk) return retryLater(ctx, tenantId, channelId);
    await withRetry(ctx, tenantId, (scope) => recordPolled(scope, { channelId, provider, polls, rows }, polled.value));
    announceLater(ctx, tenantId, 'delivery');
    if (signal.aborted || performance.now() > endsAt) break;
  }
  await withTenant(ctx, tenantId, async (scope) => {
    const nextAt = await findNextPoll(scope, channelId);
    if (nextAt) await enqueue(scope, pollStatusesJob, { tenantId, channelId }, { runAt: nextAt });
  });
}

type Due = { channel: SendingChannel; provider: ChannelProvider; polls: StatusPolls; rows: StatusPoll[] };

/** Returns null for a channel that was removed, or cannot be asked now: the sweep resumes it. */
async function loadDue(scope: Scoped<PollContext>, channelId: ChannelId): Promise<Due | null> {
  const channel = await getChannelForSending(scope, channelId);
  if (channel?.state !== 'Authorized') return null;
  const provider = scope.providers.get(channel.kind);
  const polls = provider?.traits.statusPolls;
  if (!provider?.pollStatuses || !polls) return null;
  const rows = await listDuePolls(scope, channelId, { now: scope.clock.now(), limit: POLLED_AT_ONCE });
  return { channel, provider, polls, rows };
}

async function retryLater(ctx: PollContext, tenantId: TenantId, channelId: ChannelId): Promise<void> {
  const runAt = ctx.clock.now().add({ seconds: RETRY_SECONDS });
  await withTenant(ctx, tenantId, (scope: TenantScope) =>
    enqueue(scope, pollStatusesJob, { tenantId, channelId }, { runAt }),
  );
}

async function recordPolled(
  scope: Scoped<PollContext>,
  { channelId, provider, polls, rows }: Pick<Due, 'provider' | 'polls' | 'rows'> & { channelId: ChannelId },
  answers: readonly PolledStatus[],
): Promise<void> {
  const now = scope.clock.now();
  const events = answers.map((answer) => ({ ...answer, kind: 'status' as const, reference: null, at: now }));
  const { kind, traits } = provider;
  await applyStatuses(scope, { id: channelId, kind, traits }, events);
  await saveCosts(scope, channelId, answers);
  const answerOf = new Map(answers.map((answer) => [answer.providerMessageId, answer]));
  const planned = rows.map((row) => planPoll(row, answerOf.get(row.providerMessageId), polls, now));
  const ids = planned.flatMap((one) => (one.isUnreported ? [one.providerMessageId] : []));
  const doubted = await markUnreportedUnknown(scope, channelId, { ids, text: NEVER_REPORTED, now });
  await movePolls(scope, channelId, planned);
  if (doubted > 0) await followUnknownOutcomes(scope, channelId, traits);
}

const NEVER_REPORTED = 'The service reported no final status';
