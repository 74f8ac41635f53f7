import { sql } from 'kysely';
import type { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { Language } from '#contract/primitives.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** An API client's facts about a contact. */
export type ProgramCard = {
  language: Language | null;
  timeZone: string | null;
  /** `YYYY-MM-DD` */
  birthDate: string | null;
  categories: string[];
  refusesMailings: boolean;
};

export type KnownCard = ProgramCard & {
  contactId: ContactId;
  name: string;
  phone: string | null;
  email: string | null;
};

/** Finds a contact by the branch's own id. */
export async function findCard(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  externalId: string,
): Promise<KnownCard | undefined> {
  const row = await tx
    .selectFrom('contact_links')
    .innerJoin('contacts', (join) =>
      join
        .onRef('contacts.tenant_id', '=', 'contact_links.tenant_id')
        .onRef('contacts.id', '=', 'contact_links.contact_id'),
    )
    .selectAll('contacts')
    .where('contact_links.tenant_id', '=', tenantId)
    .where('contact_links.branch_id', '=', branchId)
    .where('contact_links.external_id', '=', externalId)
    .executeTakeFirst();
  return (
    row && {
      contactId: ContactId.parse(row.id),
      name: row.name,
      phone: row.phone,
      email: row.email,
      language: row.language === null ? null : (Language.safeParse(row.language).data ?? 'ru'),
      timeZone: row.time_zone,
      birthDate: row.birth_date,
      categories: row.categories,
      refusesMailings: row.refuses_mailings,
    }
  );
}

/** Stores the given fields; a member's changes stay. */
export async function saveCard(
  { tx, tenantId }: TenantScope,
  contactId: ContactId,
  card: Partial<ProgramCard>,
): Promise<void> {
  const changes = {
    ...(card.language && { language: card.language }),
    ...(card.timeZone && { time_zone: card.timeZone }),
    ...(card.birthDate && {
      birth_date: sql<string>`case when 'birth_date' = any(kept_fields) then birth_date else ${card.birthDate}::date end`,
    }),
    ...(card.categories && { categories: card.categories }),
    ...(card.refusesMailings !== undefined && { refuses_mailings: card.refusesMailings }),
  };
  if (Object.keys(changes).length === 0) return;
  await tx.updateTable('contacts').set(changes).where('tenant_id', '=', tenantId).where('id', '=', contactId).execute();
}

/** Returns an id a branch uses for a contact; any of them when there are several. */
export async function findLinkOf(
  { tx, tenantId }: TenantScope,
  branchId: BranchId,
  contactId: ContactId,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('contact_links')
    .select('external_id')
    .where('tenant_id', '=', tenantId)
    .where('contact_id', '=', contactId)
    .where('branch_id', '=', branchId)
    .orderBy('external_id')
    .executeTakeFirst();
  return row?.external_id;
}
