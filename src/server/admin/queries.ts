import { AdminUser } from '#contract/admin/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { TRIAL_RATINGS } from '#server/billing/rules.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

/** The quota of a cabinet without a row of its own. */
export type Trial = { aiReviews: number };

export async function findMember({ tx }: SystemScope, id: MemberId, trial: Trial): Promise<AdminUser | undefined> {
  const row = await members({ tx }).where('m.id', '=', id).executeTakeFirst();
  return row && toAdminUser(row, trial);
}

export function members({ tx }: SystemScope) {
  return tx
    .selectFrom('members as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .where('m.removed_at', 'is', null)
    .leftJoin('message_balances as b', 'b.tenant_id', 'm.tenant_id')
    .select(['m.id', 'm.tenant_id', 'm.email', 'm.phone', 'm.full_name', 'm.created_at', 'm.is_test_user'])
    .leftJoin('rating_balances as r', 'r.tenant_id', 'm.tenant_id')
    .leftJoin('ai_review_balances as w', 'w.tenant_id', 'm.tenant_id')
    .leftJoin('balance_accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'm.tenant_id').on('a.account', '=', 'ai'),
    )
    .select(['a.balance as ai_balance'])
    .leftJoin('client_records as c', 'c.tenant_id', 'm.tenant_id')
    .select(['c.is_duplication', 'c.is_sms_one_tariff_enabled'])
    .select(['t.channel_limit', 't.country_id', 'b.available', 'r.available as ratings', 'w.available as ai_reviews']);
}

export type MemberRow = Awaited<ReturnType<ReturnType<typeof members>['execute']>>[number];

export function toAdminUser(row: MemberRow, trial: Trial): AdminUser {
  return AdminUser.parse({
    id: row.id,
    userGuid: row.tenant_id,
    email: row.email,
    phone: row.phone,
    fullName: row.full_name,
    chatApiInstanceLimit: row.channel_limit,
    countryId: row.country_id,
    availableMessagesCount: row.available ?? 0,
    availableAiReviewsCount: row.ai_reviews ?? trial.aiReviews,
    availableRatingsCount: row.ratings ?? TRIAL_RATINGS,
    aiBalanceMicroUsd: row.ai_balance,
    isDuplication: row.is_duplication ?? false,
    isTestUser: row.is_test_user,
    isYclientsSmsOneTariffEnabled: row.is_sms_one_tariff_enabled ?? false,
    createdAt: row.created_at.toString(),
  });
}

/** A text for `like`, in lower case. */
export function escaped(text: string): string {
  return text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}
