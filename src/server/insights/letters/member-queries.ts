import { sql } from 'kysely';
import { Language } from '#contract/primitives.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';

/** The hour of a Monday, in the zone of the cabinet, from which its letters are sent. */
const FROM_HOUR = 8;
const MONDAY = 1;

/** Cabinets in which it is Monday morning, or later that day. */
export async function listTenantsOnMonday({ tx }: SystemScope, now: Temporal.Instant): Promise<TenantId[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tenants
    where not is_demo and extract(isodow from ${now}::timestamptz at time zone time_zone) = ${MONDAY}
      and extract(hour from ${now}::timestamptz at time zone time_zone) >= ${FROM_HOUR}
    order by id`.execute(tx);
  return rows.map(({ id }) => TenantId.parse(id));
}

/** Notes the letter of a week for every member who gets it. @returns those for whom it was not noted yet */
export async function takeLetters({ tx, tenantId }: TenantScope, week: Temporal.PlainDate): Promise<MemberId[]> {
  const { rows } = await sql<{ member_id: string }>`
    insert into letter_members as l (tenant_id, member_id, last_week)
    select m.tenant_id, m.id, ${week.toString()}::date
    from members m left join letter_members chosen on chosen.tenant_id = ${tenantId} and chosen.member_id = m.id
    where m.tenant_id = ${tenantId} and m.removed_at is null and m.email_confirmed_at is not null
      and coalesce(chosen.is_on, m.role = 'owner')
    on conflict (tenant_id, member_id) do update set last_week = excluded.last_week
      where l.last_week is null or l.last_week < excluded.last_week
    returning member_id`.execute(tx);
  return rows.map((row) => MemberId.parse(row.member_id));
}

/** A member as a reader of letters. */
export type Reader = { isOn: boolean; isEmailConfirmed: boolean; language: Language };

/** @returns undefined for a member who has left */
export async function findReader({ tx, tenantId }: TenantScope, memberId: MemberId): Promise<Reader | undefined> {
  const { rows } = await sql<{ is_on: boolean; is_confirmed: boolean; language: string }>`
    select coalesce(l.is_on, m.role = 'owner') as is_on, m.email_confirmed_at is not null as is_confirmed, m.language
    from members m left join letter_members l on l.tenant_id = ${tenantId} and l.member_id = m.id
    where m.tenant_id = ${tenantId} and m.id = ${memberId} and m.removed_at is null`.execute(tx);
  const [row] = rows;
  return (
    row && {
      isOn: row.is_on,
      isEmailConfirmed: row.is_confirmed,
      language: Language.safeParse(row.language).data ?? 'en',
    }
  );
}

export async function saveChoice({ tx, tenantId }: TenantScope, memberId: MemberId, isOn: boolean): Promise<void> {
  await sql`
    insert into letter_members (tenant_id, member_id, is_on) values (${tenantId}, ${memberId}, ${isOn})
    on conflict (tenant_id, member_id) do update set is_on = excluded.is_on`.execute(tx);
}
