import { type Selectable, sql } from 'kysely';
import { brandsOfDemo, type DemoBusiness } from '#contract/brands/brands.ts';
import { Language } from '#contract/primitives.ts';
import { MemberId, MemberRole, TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import type { Members } from '#server/platform/database/schema.gen.ts';
import type { Member } from './rules.ts';

/** How somebody signs in. */
export type SignInName = { kind: 'email'; name: string } | { kind: 'google'; name: string };

/** The places of a call that a member may have signed in from before, as keyed digests. */
export type SignInPlaces = { device: Buffer; address: Buffer };

export type SignIn = {
  tenantId: TenantId;
  memberId: MemberId;
  passwordHash: string | null;
  /** The place of the call that the member signed in from before; the device where both are known. */
  knownBy: keyof SignInPlaces | null;
};

/** Finds the member who signs in by a name, across tenants, and whether they signed in from these places before. */
export async function findSignIn(
  { tx }: SystemScope,
  { kind, name }: SignInName,
  places: SignInPlaces | null = null,
): Promise<SignIn | undefined> {
  const row = await tx
    .selectFrom('sign_in_names as names')
    .innerJoin('members as m', (join) =>
      join.onRef('m.tenant_id', '=', 'names.tenant_id').onRef('m.id', '=', 'names.member_id'),
    )
    .leftJoin('sign_in_places as known', (join) =>
      join
        .onRef('known.tenant_id', '=', 'm.tenant_id')
        .onRef('known.member_id', '=', 'm.id')
        .on((eb) =>
          eb.or(
            Object.entries(places ?? {}).map(([place, hash]) =>
              eb.and([eb('known.kind', '=', place), eb('known.place_hash', '=', hash)]),
            ),
          ),
        ),
    )
    .select(['m.tenant_id', 'm.id', 'm.password_hash', 'known.kind'])
    .where('names.kind', '=', kind)
    .where('names.name', '=', name)
    .orderBy('known.kind', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      tenantId: TenantId.parse(row.tenant_id),
      memberId: MemberId.parse(row.id),
      passwordHash: row.password_hash,
      knownBy: row.kind === 'device' || row.kind === 'address' ? row.kind : null,
    }
  );
}

export type DemoPerson = 'owner' | 'staff' | 'partner' | 'admin' | 'super_admin';

/** One of the people of the demo of a business in a language. */
export async function findDemoMember(
  { tx }: SystemScope,
  person: DemoPerson,
  { business, language }: { business: DemoBusiness; language: Language },
): Promise<{ tenantId: TenantId; memberId: MemberId } | undefined> {
  const row = await tx
    .selectFrom('members as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .select(['m.tenant_id', 'm.id'])
    .where('t.is_demo', '=', true)
    .where('m.removed_at', 'is', null)
    .where('t.brand', 'in', brandsOfDemo(business))
    .where('t.customer_language', '=', language)
    .$if(person === 'admin' || person === 'super_admin', (query) => query.where('m.operator_role', '=', person))
    .$if(person !== 'admin' && person !== 'super_admin', (query) =>
      query
        .where('m.operator_role', 'is', null)
        .where('m.is_partner', '=', person === 'partner')
        .$if(person !== 'partner', (members) => members.where('m.role', '=', person)),
    )
    .orderBy('m.created_at')
    .orderBy('m.id')
    .executeTakeFirst();
  return row && { tenantId: TenantId.parse(row.tenant_id), memberId: MemberId.parse(row.id) };
}

export async function findMember({ tx, tenantId }: TenantScope, id: MemberId): Promise<Member | undefined> {
  const row = await tx
    .selectFrom('members')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toMember(row);
}

export async function findPasswordHash({ tx, tenantId }: TenantScope, id: MemberId): Promise<string | null> {
  const row = await tx
    .selectFrom('members')
    .select('password_hash')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

export type NewMember = Pick<
  Member,
  'email' | 'phone' | 'fullName' | 'role' | 'language' | 'timeZone' | 'emailConfirmedAt'
> & {
  passwordHash: string | null;
  createdAt: Temporal.Instant;
};

export async function insertMember({ tx, tenantId }: TenantScope, id: MemberId, member: NewMember): Promise<void> {
  await tx
    .insertInto('members')
    .values({
      tenant_id: tenantId,
      id,
      email: member.email,
      phone: member.phone,
      full_name: member.fullName,
      password_hash: member.passwordHash,
      role: member.role,
      language: member.language,
      time_zone: member.timeZone,
      email_confirmed_at: member.emailConfirmedAt,
      created_at: member.createdAt,
    })
    .execute();
}

/** @returns false when somebody signs in by the name already, in whichever cabinet */
export async function insertSignInName(
  { tx, tenantId }: TenantScope,
  { kind, name }: SignInName,
  memberId: MemberId,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('sign_in_names')
    .values({ kind, name, tenant_id: tenantId, member_id: memberId })
    .onConflict((conflict) => conflict.columns(['kind', 'name']).doNothing())
    .returning('name')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteSignInName({ tx, tenantId }: TenantScope, { kind, name }: SignInName): Promise<void> {
  await tx
    .deleteFrom('sign_in_names')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where('tenant_id', '=', tenantId)
    .execute();
}

export type MemberChange = Partial<
  Pick<
    Member,
    | 'email'
    | 'phone'
    | 'fullName'
    | 'language'
    | 'timeZone'
    | 'emailConfirmedAt'
    | 'phoneConfirmedAt'
    | 'skipsWeeklyYclientsReport'
    | 'skipsWeeklyIikoReport'
    | 'isTestUser'
  > & { passwordHash: string | null }
>;

const COLUMN_BY_FIELD = {
  email: 'email',
  phone: 'phone',
  fullName: 'full_name',
  language: 'language',
  timeZone: 'time_zone',
  emailConfirmedAt: 'email_confirmed_at',
  phoneConfirmedAt: 'phone_confirmed_at',
  skipsWeeklyYclientsReport: 'skips_weekly_yclients_report',
  skipsWeeklyIikoReport: 'skips_weekly_iiko_report',
  isTestUser: 'is_test_user',
  passwordHash: 'password_hash',
} as const satisfies Record<keyof MemberChange, string>;

export async function updateMember({ tx, tenantId }: TenantScope, id: MemberId, change: MemberChange): Promise<void> {
  const columns = Object.entries(COLUMN_BY_FIELD).flatMap(([field, column]) => {
    const value = change[field as keyof MemberChange]; // NOTE: the table's keys are the fields of the change
    return value === undefined ? [] : [[column, value] as const];
  });
  if (columns.length === 0) return;
  await tx
    .updateTable('members')
    .set({
      ...Object.fromEntries(columns),
      // Another phone is not confirmed.
      ...(change.phone !== undefined && {
        phone_confirmed_at: sql<Temporal.Instant | null>`case when phone = ${change.phone} then phone_confirmed_at end`,
      }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Stores the places that a member signed in from. */
export async function putSignInPlaces(
  { tx, tenantId }: TenantScope,
  memberId: MemberId,
  places: SignInPlaces,
): Promise<void> {
  await tx
    .insertInto('sign_in_places')
    .values(
      Object.entries(places).map(([kind, hash]) => ({
        tenant_id: tenantId,
        member_id: memberId,
        kind,
        place_hash: hash,
        last_at: sql<Temporal.Instant>`statement_timestamp()`,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'member_id', 'kind', 'place_hash'])
        .doUpdateSet({ last_at: (eb) => eb.ref('excluded.last_at') }),
    )
    .execute();
}

function toMember(row: Selectable<Members>): Member {
  return {
    tenantId: TenantId.parse(row.tenant_id),
    id: MemberId.parse(row.id),
    email: row.email,
    phone: row.phone,
    fullName: row.full_name,
    role: MemberRole.parse(row.role),
    operatorRole: row.operator_role === 'admin' || row.operator_role === 'super_admin' ? row.operator_role : null,
    isPartner: row.is_partner,
    isTestUser: row.is_test_user,
    language: Language.safeParse(row.language).data ?? 'ru',
    timeZone: row.time_zone,
    emailConfirmedAt: row.email_confirmed_at,
    phoneConfirmedAt: row.phone_confirmed_at,
    skipsWeeklyYclientsReport: row.skips_weekly_yclients_report,
    skipsWeeklyIikoReport: row.skips_weekly_iiko_report,
    removedAt: row.removed_at,
  };
}
