import { z } from 'zod';
import { type requestPayout, type listPayouts, type Payout, PayoutId } from '#contract/partners/calls.ts';
import { MIN_PAYOUT_MINOR } from '#contract/partners/values.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { raiseNotice } from '#server/tenants/actions.ts';
import { requirePartner } from './partner-actions.ts';
import { decidePayout, findPayout, hasOpenPayout, insertPayout, listPayoutRows } from './payout-queries.ts';
import { insertEntry, listCodeBalances, lockAccount, updateAccount } from './reward-queries.ts';
import { payoutProblem, shareOut } from './rules.ts';

export const PayoutCursor = z.tuple([z.iso.datetime(), PayoutId]);

export async function pageOfPayouts(
  scope: ActionScope,
  { cursor, limit }: QueryOf<typeof listPayouts>,
): Promise<ReplyOf<typeof listPayouts>> {
  await requirePartner(scope);
  const rows = await listPayoutRows(scope, { after: readCursor(cursor, PayoutCursor), limit });
  return toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.requestedAt, row.id],
  );
}

/**
 * Opens a payout and reserves its amount.
 *
 * @throws {Problem} `payout.already_open`, `payout.too_small`, `payout.not_covered`
 */
export async function openPayout(scope: MemberScope, wanted: BodyOf<typeof requestPayout>): Promise<Payout> {
  await requirePartner(scope);
  const { amountMinor, currency } = wanted;
  const account = await lockAccount(scope, currency);
  const freeMinor = account.balanceMinor - account.reservedMinor;
  const minMinor = MIN_PAYOUT_MINOR[currency];
  const problem = payoutProblem(amountMinor, { freeMinor, minMinor, hasOpen: await hasOpenPayout(scope) });
  if (problem) throw new Problem(problem, { minMinor, freeMinor: Math.max(0, freeMinor) });
  const by = { by: scope.memberId, at: scope.clock.now() };
  // NOTE: the lock is of one currency; another one's payout may have been opened meanwhile.
  const payout = await insertPayout(scope, { id: newId(PayoutId), ...wanted }, by);
  if (!payout) throw new Problem('payout.already_open');
  const object = { kind: 'partner' as const, id: payout.id };
  await recordAudit(scope, { action: 'payout.requested', object, after: { amountMinor, currency } });
  await updateAccount(scope, { ...account, reservedMinor: account.reservedMinor + amountMinor });
  await announce(scope, 'partners');
  return payout;
}

/** @throws {Problem} `payout.not_found`, `payout.decided` */
export async function withdrawOwnPayout(scope: ActionScope, id: PayoutId): Promise<void> {
  await closePayout(scope, id, { status: 'withdrawn', reason: null, by: null });
}

/**
 * Ends an open payout. One that was paid is booked against the codes that earned it; the partner is notified of what the
 * operator decided.
 *
 * @throws {Problem} `payout.not_found`, `payout.decided`, and `payout.not_covered` when rewards were taken back meanwhile
 */
export async function closePayout(
  scope: ActionScope,
  id: PayoutId,
  decision: { status: 'paid' | 'refused' | 'withdrawn'; reason: string | null; by: MemberId | null },
): Promise<Payout> {
  const at = scope.clock.now();
  const found = await findPayout(scope, id);
  if (!found) throw new Problem('payout.not_found');
  const { amountMinor, currency } = found;
  const account = await lockAccount(scope, currency);
  // NOTE: read again under the lock: two decisions at once have one effect.
  if ((await findPayout(scope, id))?.status !== 'requested') throw new Problem('payout.decided');
  const isPaid = decision.status === 'paid';
  if (isPaid && account.balanceMinor < amountMinor) throw new Problem('payout.not_covered');
  let { balanceMinor } = account;
  if (isPaid) {
    for (const part of shareOut(amountMinor, await listCodeBalances(scope, currency))) {
      const { promoCodeId } = part;
      balanceMinor -= part.amountMinor;
      await insertEntry(scope, {
        currency,
        promoCodeId,
        amountMinor: -part.amountMinor,
        reason: 'payout',
        key: `payout:${id}:${promoCodeId}`,
        paymentId: null,
        balanceAfterMinor: balanceMinor,
        at,
      });
    }
  }
  await updateAccount(scope, { ...account, balanceMinor, reservedMinor: account.reservedMinor - amountMinor });
  const payout = await decidePayout(scope, id, { ...decision, at });
  const { status, reason } = decision;
  const action = decision.by ? 'payout.decided' : 'payout.requested';
  await recordAudit(scope, {
    action,
    object: { kind: 'partner', id },
    after: { status, reason, amountMinor, currency },
  });
  if (decision.by) {
    const kind = isPaid ? 'payout_paid' : 'payout_refused';
    const params = { amountMinor, currency, reason: reason ?? '' };
    await raiseNotice(scope, at, { kind, key: `payout:${id}`, severity: isPaid ? 'info' : 'attention', params });
  }
  await announce(scope, 'partners');
  return payout;
}
