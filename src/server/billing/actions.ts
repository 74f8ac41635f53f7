import { randomUUIDv7 } from 'node:crypto';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { messagesAdded } from './jobs.ts';
import { causeOf, findQuota, increaseQuota, isBooked, type QuotaCause, takeFromQuota } from './quota-queries.ts';
import { QUOTA_WARNING_AT, quotaNotice, TRIAL_MESSAGES } from './rules.ts';

/** How many messages the cabinet may still send. */
export async function messagesLeft(scope: TenantScope): Promise<number> {
  return (await findQuota(scope, 'messages')) ?? 0;
}

/** Gives a new cabinet the messages of its trial. */
export async function openBalance(scope: TenantScope): Promise<void> {
  await increaseQuota(scope, 'messages', { count: TRIAL_MESSAGES, cause: { reason: 'trial', key: 'trial' } });
}

/**
 * Takes messages from the quota, in the transaction that is about to send them. Everybody else who spends the same
 * quota waits until that transaction ends, so it is never overdrawn.
 *
 * @param now the product's time, for the notices this may raise
 * @returns how many were granted: `wanted`, or what was left
 */
export async function spendMessages(scope: TenantScope, wanted: number, now: Temporal.Instant): Promise<number> {
  return take(scope, { wanted, cause: causeOf('spent') }, now);
}

async function take(
  scope: TenantScope,
  { wanted, cause }: { wanted: number; cause: QuotaCause },
  now: Temporal.Instant,
): Promise<number> {
  if (wanted <= 0) return 0;
  const { granted, left } = await takeFromQuota(scope, 'messages', { wanted, cause });
  const notice = quotaNotice(left);
  if (notice === 'quota_low') {
    await raiseNotice(scope, now, { kind: notice, key: notice, severity: 'attention', params: { left } });
  }
  if (notice === 'quota_exhausted') await noteQuotaOut(scope, now);
  return granted;
}

/** Raises one notice that messages wait for a top-up, however many there are. */
export async function noteQuotaOut(scope: TenantScope, now: Temporal.Instant): Promise<void> {
  await resolveNotice(scope, now, 'quota_low');
  await raiseNotice(scope, now, {
    kind: 'quota_exhausted',
    key: 'quota_exhausted',
    severity: 'bad',
    params: { left: 0 },
  });
}

/** Returns messages that were taken and certainly not sent. The caller retries by itself, so no event is emitted. */
export async function returnMessages(scope: TenantScope, count: number): Promise<void> {
  if (count > 0) await increaseQuota(scope, 'messages', { count, cause: causeOf('returned') });
}

/**
 * Tops the quota up, resolves the notices that no longer hold, and releases waiting messages.
 *
 * @param count above zero
 * @param cause identity of the payment: the same one is booked once
 */
export async function addMessages(scope: ActionScope, count: number, cause = causeOf('top_up')): Promise<void> {
  if (await isBooked(scope, 'messages', cause.key)) return;
  const left = await increaseQuota(scope, 'messages', { count, cause });
  const now = scope.clock.now();
  await resolveNotice(scope, now, 'quota_exhausted');
  if (left > QUOTA_WARNING_AT) await resolveNotice(scope, now, 'quota_low');
  await emit(scope, messagesAdded, { dedupeKey: randomUUIDv7(), facts: { left }, occurredAt: now });
  await announce(scope, 'billing');
}

/** Takes back messages that were given, as far as they are left. @param cause booked once @returns how many were taken */
export async function withdrawMessages(scope: ActionScope, wanted: number, cause: QuotaCause): Promise<number> {
  return take(scope, { wanted, cause }, scope.clock.now());
}

/** Sets the quota, as the operator decides; a larger one is a top-up. */
export async function setMessages(scope: ActionScope, wanted: number): Promise<void> {
  const left = await messagesLeft(scope);
  const cause = causeOf('correction');
  if (wanted > left) await addMessages(scope, wanted - left, cause);
  else await take(scope, { wanted: left - wanted, cause }, scope.clock.now());
}
