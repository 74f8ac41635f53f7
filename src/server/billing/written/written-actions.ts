import { randomUUIDv7 } from 'node:crypto';
import { PaymentId } from '#contract/billing/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { changePeriod, takeBack } from '#server/billing/corrections/correction-actions.ts';
import { listCorrections } from '#server/billing/corrections/correction-queries.ts';
import { paymentRefunded } from '#server/billing/jobs.ts';
import { findPayment, finishPayment, type StoredPayment } from '#server/billing/payments/payment-queries.ts';
import { givePayment, notePaid } from '#server/billing/payments/settling-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findRecord, type PaymentRecord, putRecord } from './record-queries.ts';
import { insertWritten, updateWritten } from './written-queries.ts';
import { differences, linesOf, notesOf, type WrittenPay } from './written-rules.ts';

/**
 * Writes a payment; a successful one gives its period.
 *
 * @param by.operatorId the member of the operator
 * @param by.memberId the member of the cabinet, with the address for receipts
 */
export async function writePayment(
  scope: ActionScope,
  pay: WrittenPay,
  by: { operatorId: MemberId; memberId: MemberId; email: string },
): Promise<PaymentId> {
  const id = newId(PaymentId);
  const now = scope.clock.now();
  await insertWritten(scope, { id, ...linesOf(pay), email: by.email, memberId: by.memberId, now });
  await putRecord(scope, id, { ...recordOf(pay), linkUntil: null });
  if (pay.success) await succeed(scope, id, by.operatorId);
  await announce(scope, 'billing');
  return id;
}

/**
 * Changes a written payment; of any other, the notes alone.
 *
 * - Dates of a successful one change its period, with a correction.
 * - `success: false` takes the period back, with what is left of its additions.
 *
 * @param change gets the payment as it is, and returns it as it shall be
 * @throws {Problem} `payment.not_found`, `pay.of_bank`, `pay.settled`, `pay.being_paid`, `pay.canceled`
 */
export async function changePayment(
  scope: ActionScope,
  id: PaymentId,
  { change, operatorId }: { change: Partial<WrittenPay>; operatorId: MemberId },
): Promise<void> {
  const payment = await findPayment(scope, id, { isLocked: true });
  if (!payment) throw new Problem('payment.not_found');
  const record = await findRecord(scope, id);
  const before = writtenOf(payment, record);
  if (!before) {
    const notes = notesOf({ ...record, ...change });
    if (Object.keys(change).some((name) => !(name in notes))) throw new Problem('pay.of_bank');
    return putRecord(scope, id, { ...record, ...notes });
  }
  const after = { ...before, ...change };
  const differing = differences(before, after);
  await requireChangeable(scope, payment, differing);
  await putRecord(scope, id, { ...recordOf(after), linkUntil: record.linkUntil });
  const isSuccessful = payment.status === 'succeeded';
  if (isSuccessful && !after.success) await unpay(scope, payment, operatorId);
  if (isSuccessful && after.success && differing.dates)
    await changePeriod(scope, payment, { to: after, memberId: operatorId });
  if (isSuccessful && after.success) {
    const { lines } = linesOf(after);
    const finishedAt = Temporal.Instant.from(payment.finishedAt ?? payment.createdAt);
    if (differing.dates) await updateWritten(scope, id, { ...payment, lines, finishedAt });
  } else if (payment.status !== 'canceled') {
    await updateWritten(scope, id, { ...linesOf(after), status: 'pending', finishedAt: null });
    if (after.success) await succeed(scope, id, operatorId);
  }
  await announce(scope, 'billing');
}

/**
 * Withdraws a written payment that is not paid.
 *
 * @throws {Problem} `payment.not_found`, `pay.of_bank`, `pay.settled`, `pay.being_paid`
 */
export async function withdrawPayment(scope: ActionScope, id: PaymentId): Promise<void> {
  const payment = await findPayment(scope, id, { isLocked: true });
  if (!payment) throw new Problem('payment.not_found');
  if (payment.status === 'canceled') return;
  if (!payment.isWritten) throw new Problem('pay.of_bank');
  if (payment.status === 'succeeded') throw new Problem('pay.settled');
  if (payment.openKey !== null) throw new Problem('pay.being_paid');
  const now = scope.clock.now();
  await finishPayment(scope, id, { status: 'canceled', providerId: null, reason: 'withdrawn', now });
  await announce(scope, 'billing');
}

async function requireChangeable(
  scope: ActionScope,
  payment: StoredPayment,
  { dates, success, bought }: ReturnType<typeof differences>,
): Promise<void> {
  if (!dates && !success && !bought) return;
  if (payment.status === 'canceled') throw new Problem('pay.canceled');
  if (payment.openKey !== null && payment.status === 'pending') throw new Problem('pay.being_paid');
  if (payment.status === 'pending') return;
  if (payment.providerId !== null && (success || bought)) throw new Problem('pay.of_bank');
  if (bought && !success) throw new Problem('pay.settled');
  const last = (await listCorrections(scope, payment.id)).at(-1);
  if (last?.kind === 'refunded') throw new Problem('pay.settled');
}

async function succeed(scope: ActionScope, id: PaymentId, memberId: MemberId): Promise<void> {
  const payment = await findPayment(scope, id, { isLocked: true });
  if (payment?.status !== 'pending') return;
  await finishPayment(scope, id, { status: 'succeeded', providerId: null, reason: null, now: scope.clock.now() });
  await givePayment(scope, payment, memberId);
  if (payment.amountMinor > 0) await notePaid(scope, payment);
}

async function unpay(scope: ActionScope, payment: StoredPayment, memberId: MemberId): Promise<void> {
  await takeBack(scope, payment, { kind: 'unpaid', memberId });
  const { id: paymentId, amountMinor, currency } = payment;
  if (amountMinor === 0) return;
  const refundId = randomUUIDv7();
  const facts = { paymentId, refundId, amountMinor, currency, isFull: true };
  await emit(scope, paymentRefunded, { dedupeKey: refundId, facts, occurredAt: scope.clock.now() });
}

/** The payment as the operator wrote it; null: a cart's. */
export function writtenOf(payment: StoredPayment, record: PaymentRecord): WrittenPay | null {
  const line = payment.lines[0]?.line;
  if (!payment.isWritten || line?.kind !== 'period') return null;
  return {
    ...recordOf(record),
    beginsAt: Temporal.Instant.from(line.beginsAt),
    endsAt: Temporal.Instant.from(line.endsAt),
    success: payment.status === 'succeeded',
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    tariffId: line.tariffId,
  };
}

function recordOf(pay: Omit<PaymentRecord, 'linkUntil'>): Omit<PaymentRecord, 'linkUntil'> {
  const { isFree, instanceIds, internalYclientsCompaniesIds, iikoOrganizationsIds, medFlexLpuIds } = pay;
  const accounts = { instanceIds, internalYclientsCompaniesIds, iikoOrganizationsIds, medFlexLpuIds };
  return { isFree, ...accounts, ...notesOf(pay) };
}
