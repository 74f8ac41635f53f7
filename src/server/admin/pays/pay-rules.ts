import type { Pay, PayOfCabinet } from '#contract/admin/pays.ts';
import { tariffOf } from '#contract/billing/tariffs.ts';
import type { PayRow } from './pay-queries.ts';

/** Minor units of an amount in whole ones, and back. */
export const minorOf = (amount: number): number => Math.round(amount * 100);
export const wholeOf = (amountMinor: number): number => amountMinor / 100;

export const unixOf = (at: Temporal.Instant): number => Math.floor(at.epochMilliseconds / 1000);
const unixOrNull = (at: Temporal.Instant | null): number | null => at && unixOf(at);
export const instantOf = (unix: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(unix * 1000);

/** A payment by the names of the specification. */
export function toPay(row: PayRow): Pay {
  const { payment } = row;
  const [first] = payment.lines.flatMap(({ line }) => (line.kind === 'top_up' ? [] : [line]));
  const written = first?.kind === 'period' ? first : null;
  return {
    id: payment.id,
    dateBeginUnixTime: unixOrNull(written ? Temporal.Instant.from(written.beginsAt) : row.begins_at),
    dateEndUnixTime: unixOrNull(written ? Temporal.Instant.from(written.endsAt) : row.ends_at),
    paymentDayUnixTime: unixOrNull(row.paid_at),
    createdDateUnixTime: unixOf(row.created_at),
    lastDateNotifyUnixTime: null,
    isFree: row.is_free ?? false,
    success: payment.status === 'succeeded',
    amount: wholeOf(payment.amountMinor),
    currency: payment.currency,
    tariff: first && tariffOf(first.tariffId) ? first.tariffId : null,
    instanceIds: row.instance_ids ?? [],
    internalYclientsCompaniesIds: row.internal_yclients_companies_ids ?? [],
    iikoOrganizationsIds: row.iiko_organizations_ids ?? [],
    medFlexLpuIds: row.med_flex_lpu_ids ?? [],
    comment: row.comment ?? '',
    reason: row.written_reason ?? '',
    managerId: row.manager_id as Pay['managerId'], // NOTE: written by the call of this contract
    payDestinationId: row.pay_destination_id,
    paymentId: payment.providerId,
    orderId: payment.id,
    promocode: payment.promocode,
    yoomoneySubscriptionId: null,
    isAutoPay: payment.isAutoPay,
    userId: payment.memberId,
    status: payment.status,
    isWritten: payment.isWritten,
    isOfBank: !payment.isWritten || payment.openKey !== null,
    failure: payment.reason,
    lines: payment.lines,
    refunded: wholeOf(payment.refundedMinor),
  };
}

export const toPayOfCabinet = (row: PayRow): PayOfCabinet => ({
  ...toPay(row),
  email: row.member_email ?? row.payment.email,
});
