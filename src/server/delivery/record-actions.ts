import { setTimeout as sleep } from 'node:timers/promises';
import type { SendOutcome } from '#server/channels/port.ts';
import { returnMessages } from '#server/billing/actions.ts';
import { noteReached } from '#server/contacts/actions.ts';
import { AddressId } from '#server/contacts/rules.ts';
import { noteOutbound } from '#server/conversations/actions.ts';
import type { Context } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { queueDispatch } from './actions.ts';
import { announceLater } from './announcing.ts';
import type { Run } from './dispatch-actions.ts';
import { restMs, settleOutcome } from './dispatch-rules.ts';
import { noteDoubts } from './doubt-actions.ts';
import { restChannel } from './lease-queries.ts';
import { type Recorded, saveOutcomes } from './record-queries.ts';
import { actOnRefusals } from './refusal-actions.ts';
import { NOT_SENT, type Sent } from './sender.ts';

/**
 * While the database is unavailable, recording is retried this long: only this process knows the provider's
 * answers.
 */
const INSIST_MS = 60_000;
const INSIST_EVERY_MS = 300;

/** Records the outcomes of sends, and acts on the refusals among them. */
export async function recordSent(ctx: Context, run: Run, sent: readonly Sent[]): Promise<void> {
  const now = ctx.clock.now();
  const outcomes = sent.map(({ message: { row }, outcome }): Recorded => {
    const settled = settleOutcome(row, outcome, now);
    const fallbackChannelIds = settled.moveTo?.rest ?? row.fallbackChannelIds;
    return { ...settled, dueAt: settled.dueAt ?? row.dueAt, fallbackChannelIds };
  });
  const rest = restOf(run, sent);
  const startedAt = performance.now();
  for (;;) {
    try {
      await withTenant(ctx.db, run.tenantId, (scope) => record(ctx, scope, run, { sent, outcomes, rest }));
      announceLater(ctx, run.tenantId);
      return;
    } catch (error) {
      if (performance.now() - startedAt > INSIST_MS) throw error;
      ctx.log.warn({ err: error, channelId: run.channelId, count: sent.length }, 'outcomes not recorded yet');
      await sleep(INSIST_EVERY_MS);
    }
  }
}

type Batch = { sent: readonly Sent[]; outcomes: readonly Recorded[]; rest: number | null };

async function record(ctx: Context, scope: TenantScope, run: Run, { sent, outcomes, rest }: Batch): Promise<void> {
  const { channelId, lease, provider } = run;
  const now = ctx.clock.now();
  const saved = await saveOutcomes(scope, { channelId, epoch: lease.epoch, outcomes, now });
  const recorded = outcomes.filter(({ id }) => saved.has(id));
  if (rest !== null) await restChannel(scope, channelId, rest);
  if (outcomes.some(({ status }) => status === 'accepted' || status === 'sent')) lease.noteSent(now);
  await noteAccepted(
    ctx,
    scope,
    run,
    sent.filter(({ message }) => saved.has(message.row.id)),
  );
  const counted = recorded.filter(({ status }) => status === 'failed');
  await returnMessages(scope, counted.length);
  await queueDispatch(
    scope,
    recorded.flatMap(({ moveTo }) => (moveTo ? [{ channelId: moveTo.channelId, dueAt: now }] : [])),
  );
  if (recorded.some(({ status }) => status === 'unknown')) await noteDoubts(ctx, scope, channelId, provider.traits);
  const refusals = sent.flatMap(({ message: { row }, outcome }) =>
    outcome.kind === 'refused' && saved.has(row.id) ? [{ ...row, addressId: row.address?.id ?? null, ...outcome }] : [],
  );
  await actOnRefusals(ctx, scope, { channelId, kind: run.channel.kind }, refusals);
}

/** Moves the conversations to the top, and stores the addresses by which the channel now knows the contacts. */
async function noteAccepted(
  ctx: Context,
  scope: TenantScope,
  { channelId }: Run,
  sent: readonly Sent[],
): Promise<void> {
  const at = ctx.clock.now();
  const accepted = sent.flatMap(({ message: { row, outgoing }, outcome }) =>
    outcome.kind === 'accepted' && !row.testPhone
      ? [{ row, text: outgoing.text, channelUserId: outcome.channelUserId }]
      : [],
  );
  await noteOutbound(
    scope,
    accepted.flatMap(({ row: { address }, text }) =>
      address ? [{ channelId, addressId: AddressId.parse(address.id), text, at }] : [],
    ),
  );
  await noteReached(
    ctx,
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
