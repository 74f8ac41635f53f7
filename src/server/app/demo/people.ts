import { randomUUIDv7 } from 'node:crypto';
import { BRANDS } from '#contract/brands/brands.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { hashPassword } from '#server/auth/sign-in/passwords.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import type { DemoProfile } from './profile.ts';
import { FIRST_PROFILE } from './profiles.ts';

/** Members of a demo besides its owner; those of the first are printed at the end of startup. Valid nowhere else. */
const OTHERS = [
  { role: 'staff', name: 'staff', password: 'salon-staff' },
  { role: 'partner', name: 'partner', password: 'salon-partner' },
  { role: 'admin', name: 'admin', password: 'desk-admin' },
  { role: 'super_admin', name: 'super', password: 'desk-super' },
] as const;

type DemoPerson = (typeof OTHERS)[number];

/** `staff@demo.example`, or `staff.en@demo.example` beside `owner.en@demo.example`. */
const emailOf = ({ name }: DemoPerson, { owner }: DemoProfile) => owner.email.replace('owner', name);

/** Finds a demo's tenant by its owner's e-mail; undefined before it is made. */
export async function findDemoTenant(ctx: Context, { owner }: DemoProfile): Promise<TenantId | undefined> {
  const row = await withSystem(ctx, ({ tx }) =>
    tx
      .selectFrom('sign_in_names')
      .select('tenant_id')
      .where('kind', '=', 'email')
      .where('name', '=', owner.email)
      .executeTakeFirst(),
  );
  return row && TenantId.parse(row.tenant_id);
}

/** Adds the members besides the owner; existing ones stay unchanged. */
export async function seedPeople(ctx: Context, tenantId: TenantId, profile: DemoProfile): Promise<void> {
  for (const person of OTHERS) await seedMember(ctx, tenantId, person, profile);
}

async function seedMember(ctx: Context, tenantId: TenantId, person: DemoPerson, profile: DemoProfile): Promise<void> {
  const email = emailOf(person, profile);
  const id = randomUUIDv7();
  const password_hash = await hashPassword(person.password, ctx.config);
  await withTenant(ctx, tenantId, async ({ tx }) => {
    const isThere = await tx
      .selectFrom('members')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('email', '=', email)
      .executeTakeFirst();
    if (isThere) return;
    const isOperator = person.role === 'admin' || person.role === 'super_admin';
    const now = ctx.clock.now();
    await tx
      .insertInto('members')
      .values({
        tenant_id: tenantId,
        id,
        email,
        full_name: profile.others[person.role],
        language: profile.language,
        time_zone: profile.timeZone,
        password_hash,
        role: person.role === 'staff' ? 'staff' : 'owner',
        operator_role: isOperator ? person.role : null,
        is_partner: person.role === 'partner',
        email_confirmed_at: now,
        created_at: now,
      })
      .execute();
    await tx
      .insertInto('sign_in_names')
      .values({ kind: 'email', name: email, tenant_id: tenantId, member_id: id })
      .execute();
  });
}

/** The startup message of `npm start`: how to sign in, and the address of each brand. */
export function demoInfo(publicUrl: string, worldUrl: string | undefined) {
  const first = FIRST_PROFILE;
  const { protocol, port } = new URL(publicUrl);
  const brands = Object.values(BRANDS).map(({ productName, hosts }) => {
    const host = hosts.find((one) => one.endsWith('.localhost')) ?? hosts[0];
    return { name: productName, url: `${protocol}//${host}${port && `:${port}`}` };
  });
  return {
    logins: [
      { role: 'owner', email: first.owner.email, password: first.owner.password },
      ...OTHERS.map((person) => ({ role: person.role, email: emailOf(person, first), password: person.password })),
    ],
    brands,
    world: worldUrl ?? null,
  };
}
