import { randomUUIDv7 } from 'node:crypto';
import { BRANDS } from '#contract/brands.ts';
import { TenantId } from '#contract/tenants.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem, withTenant } from '#server/platform/db.ts';

export const DEMO_OWNER = {
  role: 'owner',
  email: 'owner@demo.example',
  password: 'salon-owner',
  name: 'Анна Морозова',
  phone: '+79990000099',
} as const;

/** Members of the demo besides its owner; printed at the end of startup and valid nowhere else. */
const OTHERS = [
  { role: 'staff', email: 'staff@demo.example', password: 'salon-staff', name: 'Ольга Ким' },
  { role: 'partner', email: 'partner@demo.example', password: 'salon-partner', name: 'Павел Дорохов' },
  { role: 'admin', email: 'admin@demo.example', password: 'desk-admin', name: 'Ирина Светлова' },
  { role: 'super_admin', email: 'super@demo.example', password: 'desk-super', name: 'Марк Левин' },
] as const;

type DemoPerson = (typeof OTHERS)[number];

/** Finds the demo's tenant by its owner's e-mail; undefined before the first start. */
export async function findDemoTenant(ctx: Context): Promise<TenantId | undefined> {
  const row = await withSystem(ctx.db, ({ tx }) =>
    tx
      .selectFrom('sign_in_names')
      .select('tenant_id')
      .where('kind', '=', 'email')
      .where('name', '=', DEMO_OWNER.email)
      .executeTakeFirst(),
  );
  return row && TenantId.parse(row.tenant_id);
}

/** Adds the members besides the owner; existing ones stay unchanged. */
export async function seedPeople(ctx: Context, tenantId: TenantId): Promise<void> {
  for (const person of OTHERS) await seedMember(ctx, tenantId, person);
}

async function seedMember(ctx: Context, tenantId: TenantId, person: DemoPerson): Promise<void> {
  const id = randomUUIDv7();
  const password_hash = await hashPassword(person.password);
  await withTenant(ctx.db, tenantId, async ({ tx }) => {
    const isThere = await tx
      .selectFrom('members')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('email', '=', person.email)
      .executeTakeFirst();
    if (isThere) return;
    const isOperator = person.role === 'admin' || person.role === 'super_admin';
    const now = ctx.clock.now();
    await tx
      .insertInto('members')
      .values({
        tenant_id: tenantId,
        id,
        email: person.email,
        full_name: person.name,
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
      .values({ kind: 'email', name: person.email, tenant_id: tenantId, member_id: id })
      .execute();
  });
}

/** The startup message of `npm start`: how to sign in, and the address of each brand. */
export function demoInfo(publicUrl: string, worldUrl: string | undefined) {
  const { protocol, port } = new URL(publicUrl);
  const brands = Object.values(BRANDS).map(({ productName, hosts }) => {
    const host = hosts.find((one) => one.endsWith('.localhost')) ?? hosts[0];
    return { name: productName, url: `${protocol}//${host}${port && `:${port}`}` };
  });
  return {
    logins: [DEMO_OWNER, ...OTHERS].map(({ role, email, password }) => ({ role, email, password })),
    brands,
    world: worldUrl ?? null,
  };
}
