import { sql } from 'kysely';
import { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export type Birthday = { id: ContactId; birthDate: Temporal.PlainDate; timeZone: string | null };

/** Returns birthdays of contacts with a known one. */
export async function listBirthdays({ tx, tenantId }: TenantScope, ids: readonly ContactId[]): Promise<Birthday[]> {
  const rows = await tx
    .selectFrom('contacts')
    .select(['id', 'time_zone', sql<string>`birth_date::text`.as('birth_date')])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .where('birth_date', 'is not', null)
    .execute();
  return rows.map((row) => ({
    id: ContactId.parse(row.id),
    birthDate: Temporal.PlainDate.from(row.birth_date),
    timeZone: row.time_zone,
  }));
}

/** Lists contacts born on one of the days of a year, by id. */
export async function listBornOn(
  { tx, tenantId }: TenantScope,
  days: readonly Temporal.PlainMonthDay[],
  page: { after: string | null; limit: number },
): Promise<ContactId[]> {
  const birthdays = days.map((day) => day.toPlainDate({ year: LEAP_YEAR })).map(({ month, day }) => month * 100 + day);
  const rows = await tx
    .selectFrom('contacts')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('birthday', '=', sql<number>`any (${birthdays}::int[])`)
    .$if(page.after !== null, (query) => query.where('id', '>', page.after))
    .orderBy('id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ContactId.parse(row.id));
}

const LEAP_YEAR = 2000;
