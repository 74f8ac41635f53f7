import { AdminUser } from '#contract/admin.ts';
import type { MemberId } from '#contract/tenants.ts';
import type { SystemScope } from '#server/platform/db.ts';

export type UserPage = {
  search?: string | undefined;
  after: readonly [createdAt: string, id: string] | null;
  limit: number;
};

/** People of all cabinets, newest first; one more than asked for, which says that there is a next page. */
export async function listUsers({ tx }: SystemScope, { search, after, limit }: UserPage): Promise<AdminUser[]> {
  const rows = await users({ tx })
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
  return rows.map(toUser);
}

export async function findUser({ tx }: SystemScope, id: MemberId): Promise<AdminUser | undefined> {
  const row = await users({ tx }).where('m.id', '=', id).executeTakeFirst();
  return row && toUser(row);
}

export async function updatePerson(
  { tx }: SystemScope,
  user: Pick<AdminUser, 'id' | 'userGuid'>,
  change: { phone?: string; full_name?: string },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx
    .updateTable('members')
    .set(change)
    .where('tenant_id', '=', user.userGuid)
    .where('id', '=', user.id)
    .execute();
}

export async function updateCabinet(
  { tx }: SystemScope,
  user: Pick<AdminUser, 'userGuid'>,
  change: { channel_limit?: number; country_id?: number },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('tenants').set(change).where('id', '=', user.userGuid).execute();
}

function users({ tx }: SystemScope) {
  return tx
    .selectFrom('members as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .leftJoin('message_balances as b', 'b.tenant_id', 'm.tenant_id')
    .select(['m.id', 'm.tenant_id', 'm.email', 'm.phone', 'm.full_name', 'm.created_at'])
    .select(['t.channel_limit', 't.country_id', 'b.available']);
}

type Row = Awaited<ReturnType<ReturnType<typeof users>['execute']>>[number];

function toUser(row: Row): AdminUser {
  return AdminUser.parse({
    id: row.id,
    userGuid: row.tenant_id,
    email: row.email,
    phone: row.phone,
    fullName: row.full_name,
    chatApiInstanceLimit: row.channel_limit,
    countryId: row.country_id,
    availableMessagesCount: row.available ?? 0,
    createdAt: row.created_at.toString(),
  });
}

function escaped(text: string): string {
  return text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}
