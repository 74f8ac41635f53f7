import { AdminUser } from '#contract/admin/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { TRIAL_RATINGS } from '#server/billing/rules.ts';
import type { SystemScope } from '#server/platform/database/db.ts';

export type MemberPage = {
  search?: string | undefined;
  after: readonly [createdAt: string, id: string] | null;
  limit: number;
};

/** Lists members of all tenants, newest first; one more than `limit`, which shows that there is a next page. */
export async function listMembers({ tx }: SystemScope, { search, after, limit }: MemberPage): Promise<AdminUser[]> {
  const rows = await members({ tx })
    .$if(Boolean(search), (query) => query.where('m.email', 'like', `${escaped(search ?? '')}%`))
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('m.created_at', 'm.id'), '<', tuple(Temporal.Instant.from(after?.[0] ?? ''), after?.[1] ?? '')),
      ),
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toAdminUser);
}

export async function findMember({ tx }: SystemScope, id: MemberId): Promise<AdminUser | undefined> {
  const row = await members({ tx }).where('m.id', '=', id).executeTakeFirst();
  return row && toAdminUser(row);
}

function members({ tx }: SystemScope) {
  return tx
    .selectFrom('members as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .where('m.removed_at', 'is', null)
    .leftJoin('message_balances as b', 'b.tenant_id', 'm.tenant_id')
    .select(['m.id', 'm.tenant_id', 'm.email', 'm.phone', 'm.full_name', 'm.created_at'])
    .leftJoin('rating_balances as r', 'r.tenant_id', 'm.tenant_id')
    .leftJoin('balance_accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'm.tenant_id').on('a.account', '=', 'ai'),
    )
    .select(['a.balance as ai_balance'])
    .select(['t.channel_limit', 't.country_id', 'b.available', 'r.available as ratings']);
}

type Row = Awaited<ReturnType<ReturnType<typeof members>['execute']>>[number];

function toAdminUser(row: Row): AdminUser {
  return AdminUser.parse({
    id: row.id,
    userGuid: row.tenant_id,
    email: row.email,
    phone: row.phone,
    fullName: row.full_name,
    chatApiInstanceLimit: row.channel_limit,
    countryId: row.country_id,
    availableMessagesCount: row.available ?? 0,
    availableAiReviewsCount: row.ratings ?? TRIAL_RATINGS,
    aiBalanceMicroUsd: row.ai_balance,
    createdAt: row.created_at.toString(),
  });
}

function escaped(text: string): string {
  return text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}
