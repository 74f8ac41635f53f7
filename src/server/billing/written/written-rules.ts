import type { Payment } from '#contract/billing/calls.ts';
import { type PriceCurrency, tariffOf } from '#contract/billing/tariffs.ts';
import type { PaymentRecord } from './record-queries.ts';

/** A payment as the operator writes it. Amounts are minor units. */
export type WrittenPay = Omit<PaymentRecord, 'linkUntil'> & {
  beginsAt: Temporal.Instant;
  endsAt: Temporal.Instant;
  success: boolean;
  amountMinor: number;
  currency: PriceCurrency;
  tariffId: number;
};

/** How many of its tariff a payment is for: the accounts it names, at least one. */
export function unitsOf({
  tariffId,
  instanceIds,
  iikoOrganizationsIds,
}: Pick<WrittenPay, 'tariffId' | 'instanceIds' | 'iikoOrganizationsIds'>): number {
  const unit = tariffOf(tariffId)?.unit;
  if (!unit) return 1;
  return Math.max(1, unit === 'organizations' ? iikoOrganizationsIds.length : instanceIds.length);
}

/** A free payment has no sum. */
export function linesOf(pay: WrittenPay): Pick<Payment, 'lines' | 'amountMinor' | 'currency'> {
  const { tariffId, currency } = pay;
  const amountMinor = pay.isFree ? 0 : pay.amountMinor;
  const period = { beginsAt: pay.beginsAt.toString(), endsAt: pay.endsAt.toString() };
  const line = { kind: 'period' as const, tariffId, units: unitsOf(pay), ...period };
  return { lines: [{ line, amountMinor, discountMinor: 0, promoDiscountMinor: 0 }], amountMinor, currency };
}

/** The fields that the operator may change in a payment that its payer paid, or that is canceled. */
type Notes = Pick<PaymentRecord, 'comment' | 'reason' | 'managerId' | 'payDestinationId' | 'paidAt'>;

export function notesOf({ comment, reason, managerId, payDestinationId, paidAt }: Notes): Notes {
  return { comment, reason, managerId, payDestinationId, paidAt };
}

/** The parts of a payment that two versions of it differ in. */
export function differences(
  before: WrittenPay,
  after: WrittenPay,
): { dates: boolean; success: boolean; bought: boolean } {
  const bought = (pay: WrittenPay) =>
    JSON.stringify([pay.isFree, pay.isFree ? 0 : pay.amountMinor, pay.currency, pay.tariffId, unitsOf(pay)]);
  return {
    dates: !before.beginsAt.equals(after.beginsAt) || !before.endsAt.equals(after.endsAt),
    success: before.success !== after.success,
    bought: bought(before) !== bought(after),
  };
}
