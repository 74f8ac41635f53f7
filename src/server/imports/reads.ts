import { sql } from 'kysely';
import type { ConsentEntry } from '#contract/contacts/consents.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { ImportId } from '#contract/imports/calls.ts';
import { consentsOf, newestConsents } from '#server/contacts/opt-outs/consent-reads.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { compareInstants, isBefore } from '#server/platform/values/instant-rules.ts';

const MAX_CHOICES = 200;

/** Lists imported lists for a choice, newest first. */
export async function listImportedLists({ tx, tenantId }: TenantScope): Promise<{ id: ImportId; title: string }[]> {
  const rows = await tx
    .selectFrom('imports')
    .select(['id', 'title'])
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', ['running', 'done', 'failed'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CHOICES)
    .execute();
  return rows.map(({ id, title }) => ({ id: ImportId.parse(id), title }));
}

/** Whether an imported list is there, complete or not. */
export async function hasImportedList({ tx, tenantId }: TenantScope, id: ImportId): Promise<boolean> {
  const row = await tx
    .selectFrom('imports')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', 'in', ['running', 'done', 'failed'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Where and when contacts agreed to messages. */
export type Consent = { consentSource: string; consentedOn: string | null };

/** Reads the consent of each contact that holds: the newest of its lists and of members' records; none where it was withdrawn. */
export async function listConsents(scope: TenantScope, ids: readonly ContactId[]): Promise<Map<ContactId, Consent>> {
  const recorded = await newestConsents(scope, ids);
  const consents = new Map<ContactId, Consent>();
  for (const { contactId, source, consentedOn, at } of await listListConsents(scope, ids)) {
    const own = recorded.get(contactId);
    const isOlder = consents.has(contactId) || (own !== undefined && isBefore(at, own.recordedAt));
    if (!isOlder) consents.set(contactId, { consentSource: source, consentedOn });
  }
  for (const [contactId, { isGiven, source, consentedOn }] of recorded)
    if (isGiven && !consents.has(contactId)) consents.set(contactId, { consentSource: source, consentedOn });
  return consents;
}

/** Everything known about a contact's consent to advertising, newest first. */
export async function consentEntriesOf(scope: TenantScope, contactId: ContactId): Promise<ConsentEntry[]> {
  const recorded = (await consentsOf(scope, contactId)).map(
    ({ isGiven, source, consentedOn, recordedAt, recordedBy }) => ({
      at: recordedAt,
      entry: { isGiven, source, consentedOn, listTitle: null, recordedBy },
    }),
  );
  const listed = (await listListConsents(scope, [contactId]))
    .filter(({ source, consentedOn }) => source !== '' || consentedOn !== null)
    .map(({ source, consentedOn, title, at }) => ({
      at,
      entry: { isGiven: true, source, consentedOn, listTitle: title, recordedBy: null },
    }));
  return [...recorded, ...listed]
    .toSorted((one, other) => compareInstants(other.at, one.at))
    .map(({ at, entry }) => ({ ...entry, recordedAt: at.toString() }));
}

type ListConsent = {
  contactId: ContactId;
  source: string;
  consentedOn: string | null;
  title: string;
  at: Temporal.Instant;
};

/** The consents that contacts have by the lists they are on, newest list first. */
async function listListConsents({ tx, tenantId }: TenantScope, ids: readonly ContactId[]): Promise<ListConsent[]> {
  const { rows } = await sql<Omit<ListConsent, 'contactId'> & { contactId: string }>`
    select m.contact_id as "contactId", i.consent_source as source, i.consented_on::text as "consentedOn", i.title,
      i.created_at as at
    from imported_contacts m join imports i on i.tenant_id = ${tenantId} and i.id = m.import_id
    where m.tenant_id = ${tenantId} and m.contact_id = any(${[...ids]}::uuid[])
    order by i.created_at desc, i.id`.execute(tx);
  return rows.map((row) => ({ ...row, contactId: ContactId.parse(row.contactId) }));
}
