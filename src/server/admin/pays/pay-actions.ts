import { z } from 'zod';
import type { AdminUser } from '#contract/admin/calls.ts';
import type * as contract from '#contract/admin/pays.ts';
import type { NewPay, Pay, PayOfCabinet, Refund } from '#contract/admin/pays.ts';
import { ACCOUNT_FIELDS, isForPayments, PAYS_PER_PAGE } from '#contract/admin/pays-values.ts';
import type { PaymentId } from '#contract/billing/calls.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { getAdminUser } from '#server/admin/actions.ts';
import { getUserAccounts, listManagers, listPayDestinations } from '#server/admin/people-actions.ts';
import { makePayLink } from '#server/billing/pay-links/link-actions.ts';
import type { PaymentProvider } from '#server/billing/port.ts';
import { openRefund } from '#server/billing/refunds/refunding-actions.ts';
import { changePayment, withdrawPayment, writePayment } from '#server/billing/written/written-actions.ts';
import { readPaymentHistory } from '#server/billing/written/written-reads.ts';
import type { WrittenPay } from '#server/billing/written/written-rules.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { countPaysOfTenant, findPay, listPaysOfAll, listPaysOfTenant } from './pay-queries.ts';
import { instantOf, minorOf, toPay, toPayOfCabinet, wholeOf } from './pay-rules.ts';

// NOTE: a process: it acts in the operator's tables and in another cabinet.

const PayCursor = z.tuple([z.iso.datetime(), z.uuid()]);

type Named = { userId: MemberId; payId: PaymentId };

/** @throws {Problem} `member.not_found` */
export async function listPays(
  ctx: MemberContext,
  userId: MemberId,
  { page, success }: QueryOf<typeof contract.listPays>,
): Promise<ReplyOf<typeof contract.listPays>> {
  const { userGuid } = await getAdminUser(ctx, userId);
  const wanted = success === undefined ? undefined : success === 'true';
  return withSystem(ctx, async (scope) => {
    const offset = (page - 1) * PAYS_PER_PAGE;
    const rows = await listPaysOfTenant(scope, userGuid, { success: wanted, offset, limit: PAYS_PER_PAGE });
    const pages = Math.ceil((await countPaysOfTenant(scope, userGuid, wanted)) / PAYS_PER_PAGE);
    return { pays: rows.map(toPay), pages };
  });
}

/** Payments of all cabinets, newest first. @throws {Problem} `member.not_found` */
export async function listAllPays(
  ctx: MemberContext,
  { cursor, limit, success, tariff, managerId, userId, search }: QueryOf<typeof contract.listAllPays>,
): Promise<{ items: PayOfCabinet[]; nextCursor: string | null }> {
  const after = readCursor(cursor, PayCursor);
  const filters = {
    success: success === undefined ? undefined : success === 'true',
    tariff,
    managerId,
    tenantId: userId && (await getAdminUser(ctx, userId)).userGuid,
    search,
  };
  const rows = await withSystem(ctx, (scope) => listPaysOfAll(scope, filters, { after, limit }));
  return toPage(rows, limit, toPayOfCabinet, ({ payment }) => [payment.createdAt, payment.id]);
}

/** @throws {Problem} `member.not_found`, `payment.not_found` */
export async function getPay(ctx: MemberContext, named: Named): Promise<ReplyOf<typeof contract.getPay>> {
  const { userGuid } = await getAdminUser(ctx, named.userId);
  const pay = await read(ctx, userGuid, named.payId);
  const { refunds, corrections } = await withTenant(ctx, userGuid, (scope) => readPaymentHistory(scope, named.payId));
  return { ...pay, refunds: refunds.map(toRefund), corrections };
}

/** @throws {Problem} `member.not_found`, or `request.invalid` with the wrong field */
export async function createPay(ctx: MemberContext, userId: MemberId, pay: NewPay): Promise<Pay> {
  const user = await getAdminUser(ctx, userId);
  await requireRight(ctx, user, pay, pay);
  const by = { operatorId: ctx.memberId, memberId: userId, email: user.email };
  const id = await withTenant(ctx, user.userGuid, async (scope) => {
    const made = await writePayment(scope, writtenOf(pay), by);
    await recordAudit(scope, { action: 'payment.added', object: { kind: 'payment', id: made }, after: pay });
    return made;
  });
  return read(ctx, user.userGuid, id);
}

/**
 * @throws {Problem} `member.not_found`, `payment.not_found`, `pay.of_bank`, `pay.settled`, `pay.being_paid`, `pay.canceled`, or
 *   `request.invalid` with the wrong field
 */
export async function changePay(
  ctx: MemberContext,
  { userId, payId }: Named,
  change: BodyOf<typeof contract.changePay>,
): Promise<Pay> {
  const user = await getAdminUser(ctx, userId);
  const before = await read(ctx, user.userGuid, payId);
  await requireRight(ctx, user, { ...before, ...change }, change);
  const differing = Object.entries(change).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]), // NOTE: `entries` loses the key type
  );
  const changed = writtenOf(Object.fromEntries(differing) as typeof change); // NOTE: the same fields, fewer of them
  await withTenant(ctx, user.userGuid, async (scope) => {
    await changePayment(scope, payId, { change: changed, operatorId: ctx.memberId });
    const former = Object.fromEntries(differing.map(([name]) => [name, before[name as keyof typeof before]])); // NOTE: as above
    const object = { kind: 'payment' as const, id: payId };
    await recordAudit(scope, {
      action: 'payment.changed',
      object,
      before: former,
      after: Object.fromEntries(differing),
    });
  });
  return read(ctx, user.userGuid, payId);
}

/** @throws {Problem} `member.not_found`, `payment.not_found`, `pay.of_bank`, `pay.settled`, `pay.being_paid` */
export async function cancelPay(ctx: MemberContext, { userId, payId }: Named): Promise<Pay> {
  const { userGuid } = await getAdminUser(ctx, userId);
  await withTenant(ctx, userGuid, async (scope) => {
    await withdrawPayment(scope, payId);
    const object = { kind: 'payment' as const, id: payId };
    await recordAudit(scope, { action: 'payment.changed', object, after: { status: 'canceled' } });
  });
  return read(ctx, userGuid, payId);
}

/** @throws {Problem} `member.not_found`, or a refusal of the link */
export async function linkToPay(
  ctx: MemberContext,
  provider: PaymentProvider | null,
  { userId, payId }: Named,
): Promise<{ url: string }> {
  const { userGuid } = await getAdminUser(ctx, userId);
  return withTenant(ctx, userGuid, (scope) => makePayLink(scope, provider, payId));
}

/** @throws {Problem} `member.not_found`, or a refusal of the refund */
export async function refundPay(
  ctx: MemberContext,
  provider: PaymentProvider | null,
  { userId, payId, amount, reason }: Named & BodyOf<typeof contract.refundPay>,
): Promise<Refund> {
  const { userGuid: tenantId } = await getAdminUser(ctx, userId);
  const about = { tenantId, paymentId: payId, amountMinor: minorOf(amount), reason };
  return toRefund(await openRefund(ctx, provider, about));
}

async function read(ctx: MemberContext, tenantId: AdminUser['userGuid'], id: PaymentId): Promise<Pay> {
  const row = await withSystem(ctx, (scope) => findPay(scope, tenantId, id));
  if (!row) throw new Problem('payment.not_found');
  return toPay(row);
}

/** @param given the fields to check against what exists: those that are not changed may name what is gone */
async function requireRight(
  ctx: MemberContext,
  user: AdminUser,
  { dateBeginUnixTime, dateEndUnixTime }: Pick<Pay, 'dateBeginUnixTime' | 'dateEndUnixTime'>,
  given: Partial<NewPay> = {},
): Promise<void> {
  if (dateBeginUnixTime !== null && dateEndUnixTime !== null && dateEndUnixTime <= dateBeginUnixTime)
    throw wrongField('dateEndUnixTime', 'range');
  const { managerId, payDestinationId } = given;
  if (managerId && !(await listManagers(ctx)).some(({ id }) => id === managerId))
    throw wrongField('managerId', 'unknown');
  if (payDestinationId) {
    const destination = (await listPayDestinations(ctx)).find(({ id }) => id === payDestinationId);
    if (!destination) throw wrongField('payDestinationId', 'unknown');
    if (!isForPayments(destination)) throw wrongField('payDestinationId', 'not_offered');
  }
  if (!ACCOUNT_FIELDS.some((field) => (given[field]?.length ?? 0) > 0)) return;
  const accounts = await getUserAccounts(ctx, user.id);
  const known = {
    instanceIds: accounts.chatApiAccounts,
    internalYclientsCompaniesIds: accounts.yclientsCompanies,
    iikoOrganizationsIds: accounts.iikoOrganizations,
    medFlexLpuIds: accounts.medFlexLpus,
  };
  for (const field of ACCOUNT_FIELDS) {
    const ids = new Set(known[field].map(({ id }) => id));
    if (given[field]?.some((id) => !ids.has(id))) throw wrongField(field, 'unknown');
  }
}

function writtenOf(pay: NewPay): WrittenPay;
function writtenOf(pay: Partial<NewPay>): Partial<WrittenPay>;
function writtenOf(pay: Partial<NewPay>): Partial<WrittenPay> {
  const { dateBeginUnixTime, dateEndUnixTime, paymentDayUnixTime, amount, tariff, ...same } = pay;
  return {
    ...same,
    ...(dateBeginUnixTime !== undefined && { beginsAt: instantOf(dateBeginUnixTime) }),
    ...(dateEndUnixTime !== undefined && { endsAt: instantOf(dateEndUnixTime) }),
    ...(paymentDayUnixTime !== undefined && {
      paidAt: paymentDayUnixTime === null ? null : instantOf(paymentDayUnixTime),
    }),
    ...(amount !== undefined && { amountMinor: minorOf(amount) }),
    ...(tariff !== undefined && { tariffId: tariff }),
  };
}

const toRefund = ({
  id,
  status,
  amountMinor,
  reason,
  failure,
  createdAt,
}: Awaited<ReturnType<typeof openRefund>>): Refund => ({
  id,
  status,
  amount: wholeOf(amountMinor),
  reason,
  failure,
  createdAt,
});
