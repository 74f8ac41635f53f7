import type * as contract from '#contract/admin/pays.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { getAdminUser } from '#server/admin/actions.ts';
import { getUserAccounts } from '#server/admin/people-actions.ts';
import { readSubscription } from '#server/billing/payments/payment-reads.ts';
import type { ListPaidItems, PaymentProvider } from '#server/billing/port.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { listPaysOfTenant } from './pay-queries.ts';
import { toPay, unixOf } from './pay-rules.ts';

// NOTE: a process: it reads the operator's tables and a cabinet.

const SHOWN_PAYS = 20;

/**
 * Reads what a person's cabinet has and has paid.
 *
 * @throws {Problem} `member.not_found`, also for another person than a caller who is not of the operator
 */
export async function readPayInfos(
  ctx: MemberContext,
  { provider, listPaidItems }: { provider: PaymentProvider | null; listPaidItems: ListPaidItems },
  userId: MemberId,
): Promise<ReplyOf<typeof contract.getPayInfos>> {
  if (userId !== ctx.memberId && ctx.tokenRole === 'user') throw new Problem('member.not_found');
  const { userGuid } = await getAdminUser(ctx, userId);
  const subscription = await withTenant(ctx, userGuid, (scope) => readSubscription(scope, provider, listPaidItems));
  const { chatApiAccounts, yclientsCompanies } = await getUserAccounts(ctx, userId);
  const pays = await withSystem(ctx, (scope) =>
    listPaysOfTenant(scope, userGuid, { success: undefined, offset: 0, limit: SHOWN_PAYS }),
  );
  return {
    userId,
    status: subscription.state === 'expired' ? 'expired' : 'active',
    dateEndUnixTime: subscription.until === null ? null : unixOf(Temporal.Instant.from(subscription.until)),
    phones: chatApiAccounts.map(({ phone }) => phone),
    companies: yclientsCompanies.map(({ companyName }) => companyName),
    availableMessagesCount: subscription.messagesLeft,
    tariffs: subscription.tariffs.map(({ tariffId, units, until, isActive }) => ({
      tariff: tariffId,
      units,
      dateEndUnixTime: unixOf(Temporal.Instant.from(until)),
      isActive,
    })),
    pays: pays.map(toPay),
  };
}
