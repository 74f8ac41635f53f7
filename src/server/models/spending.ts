import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId } from '#contract/tenants/ids.ts';
import { closeReservation, extendReservation, reserveAi } from '#server/billing/balance-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { costOfReservation } from './call-queries.ts';
import type { ModelContext } from './port.ts';

// NOTE: a process: it calls models between short transactions that reserve and book their price.

/** A live call is over long before. */
const MARGIN_SECONDS = 60;
/** How long, and how often, a call waits for money that others have reserved and will not need. */
const WAIT = { totalMs: 5_000, stepMs: 250 };

/** The right to spend; `id` is null where nothing is charged. */
export type Reservation = { id: string | null; extend(amount: number): Promise<boolean> };

/**
 * Reserves money, does the work, and books what its calls cost, also when the work fails. A process that dies leaves that to
 * {@link settleReservation}.
 *
 * @param amount millionths of a US dollar; zero: nothing is charged
 * @returns null when the balance is used up
 */
export async function spend<T>(
  ctx: ModelContext,
  { tenantId, amount, lastsMs, signal }: { tenantId: TenantId; amount: number; lastsMs: number; signal?: AbortSignal },
  work: (reservation: Reservation) => Promise<T>,
): Promise<{ result: T } | null> {
  if (amount <= 0) return { result: await work({ id: null, extend: async () => true }) };
  const id = randomUUIDv7();
  const seconds = lastsMs / 1_000 + MARGIN_SECONDS;
  if (!(await reserve(ctx, tenantId, { id, amount: Math.ceil(amount), seconds }, signal))) return null;
  try {
    const extend = (more: number) =>
      withTenant(ctx, tenantId, (scope) => extendReservation(scope, id, Math.ceil(more)));
    return { result: await work({ id, extend }) };
  } finally {
    await settleReservation(ctx, tenantId, id);
  }
}

/** Books the calls of a reservation and frees the rest; does nothing when that was done. */
export async function settleReservation(ctx: ModelContext, tenantId: TenantId, id: string): Promise<void> {
  await withTenant(ctx, tenantId, async (scope) => {
    const cost = await costOfReservation(scope, id);
    const charged = await closeReservation(scope, id, cost);
    if (charged !== null && charged < cost)
      ctx.log.warn({ tenantId, cost, charged }, 'calls of models cost more than was reserved');
  });
}

async function reserve(
  ctx: ModelContext,
  tenantId: TenantId,
  wanted: { id: string; amount: number; seconds: number },
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (let waited = 0; ; waited += WAIT.stepMs) {
    const outcome = await withTenant(ctx, tenantId, (scope) => reserveAi(scope, wanted));
    if (outcome !== 'busy') return outcome === 'reserved';
    if (waited >= WAIT.totalMs || signal?.aborted) return false;
    await sleep(WAIT.stepMs);
  }
}
