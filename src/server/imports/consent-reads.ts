import { sql } from 'kysely';
import type { ConsentEntry } from '#contract/contacts/consents.ts';
import { ContactId, type OptOut } from '#contract/contacts/calls.ts';
import { consentsOf, newestConsents } from '#server/contacts/opt-outs/consent-reads.ts';
import { listOptOutsInEffect } from '#server/contacts/opt-outs/opt-out-reads.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { type ConsentStatement, sortConsents } from './consent-rules.ts';

type Person = { id: ContactId; phone: string | null };

/** The statement about each contact's consent that holds, with where and when it was given; those without any are left out. */
export type HoldingConsent = ConsentStatement & { consentSource: string; consentedOn: string | null };

/** Reads whether contacts agree to advertising. Four queries, however many contacts. `consentFilter` asks the same of all contacts. */
export async function holdingConsents(
  scope: TenantScope,
  people: readonly Person[],
  now: Temporal.Instant,
): Promise<Map<ContactId, HoldingConsent>> {
  const ids = people.map(({ id }) => id);
  const recorded = await newestConsents(scope, ids);
  const listed = Map.groupBy(await listListConsents(scope, ids), ({ contactId }) => contactId);
  const subjects = people.map(({ id, phone }) => ({ contactId: id, phone }));
  const optOuts = (await listOptOutsInEffect({ ...scope, clock: { now: () => now } }, subjects)).filter(isOfConsent);
  const byContact = Map.groupBy(optOuts, ({ contactId }) => contactId);
  const byPhone = Map.groupBy(optOuts, ({ phone }) => phone);
  const holding = new Map<ContactId, HoldingConsent>();
  for (const { id, phone } of people) {
    const own = recorded.get(id);
    const stops = [...(byContact.get(id) ?? []), ...(phone === null ? [] : (byPhone.get(phone) ?? []))];
    const [first] = sortConsents<HoldingConsent>([
      ...(own ? [{ from: 'member' as const, isGiven: own.isGiven, at: own.recordedAt, ...textsOf(own) }] : []),
      ...(listed.get(id) ?? []).map((one) => ({ from: 'list' as const, isGiven: true, at: one.at, ...textsOf(one) })),
      ...stops.map(({ createdAt: at }) => ({ from: 'opt_out' as const, isGiven: false, at, ...NO_TEXTS })),
    ]);
    if (first) holding.set(id, first);
  }
  return holding;
}

const NO_TEXTS = { consentSource: '', consentedOn: null };
const textsOf = ({ source, consentedOn }: { source: string; consentedOn: string | null }) => ({
  consentSource: source,
  consentedOn,
});

/** Whether the cabinet records consents: any contact's consent is known from a member or a list. */
export async function recordsConsents({ tx, tenantId }: TenantScope): Promise<boolean> {
  const { rows } = await sql<{ is_recorded: boolean }>`
    select exists (select from contact_consents r where r.tenant_id = ${tenantId})
      or exists (select from imports i where i.tenant_id = ${tenantId} and i.status <> 'draft'
        and (i.consent_source <> '' or i.consented_on is not null)) as is_recorded`.execute(tx);
  return rows[0]?.is_recorded ?? false;
}

/** Where and when contacts agreed to messages. */
export type Consent = { consentSource: string; consentedOn: string | null };

/** Reads the consent of each contact that holds; none where it was withdrawn. */
export async function listConsents(scope: ActionScope, people: readonly Person[]): Promise<Map<ContactId, Consent>> {
  const holding = await holdingConsents(scope, people, scope.clock.now());
  return new Map(
    [...holding].flatMap(([id, { isGiven, consentSource, consentedOn }]) =>
      isGiven ? [[id, { consentSource, consentedOn }] as const] : [],
    ),
  );
}

/** Everything known about a contact's consent to advertising; see `sortConsents`. @param optOuts those in effect */
export async function consentEntriesOf(
  scope: TenantScope,
  contactId: ContactId,
  optOuts: readonly OptOut[],
): Promise<ConsentEntry[]> {
  const recorded = (await consentsOf(scope, contactId)).map(
    ({ isGiven, source, consentedOn, recordedAt: at, recordedBy }) => ({
      from: 'member' as const,
      isGiven,
      at,
      entry: { isGiven, source, consentedOn, listTitle: null, recordedBy, optOut: null },
    }),
  );
  const listed = (await listListConsents(scope, [contactId])).map(({ source, consentedOn, title, at }) => ({
    from: 'list' as const,
    isGiven: true,
    at,
    entry: { isGiven: true, source, consentedOn, listTitle: title, recordedBy: null, optOut: null },
  }));
  const stopped = optOuts.filter(isOfConsent).map(({ createdAt, createdBy: recordedBy, note, source: optOut }) => ({
    from: 'opt_out' as const,
    isGiven: false,
    at: Temporal.Instant.from(createdAt),
    entry: { isGiven: false, source: note ?? '', consentedOn: null, listTitle: null, recordedBy, optOut },
  }));
  return sortConsents([...recorded, ...listed, ...stopped]).map(({ at, entry }) => ({
    ...entry,
    recordedAt: at.toString(),
  }));
}

/** An opt-out of one channel says nothing about the consent. */
const isOfConsent = ({ channelId }: { channelId: string | null }) => channelId === null;

type ListConsent = {
  contactId: ContactId;
  source: string;
  consentedOn: string | null;
  title: string;
  at: Temporal.Instant;
};

/** The consents that contacts have by the lists they are on, newest list first; a list without a source and a day states none. */
async function listListConsents({ tx, tenantId }: TenantScope, ids: readonly ContactId[]): Promise<ListConsent[]> {
  const { rows } = await sql<Omit<ListConsent, 'contactId'> & { contactId: string }>`
    select m.contact_id as "contactId", i.consent_source as source, i.consented_on::text as "consentedOn", i.title,
      i.created_at as at
    from imported_contacts m join imports i on i.tenant_id = ${tenantId} and i.id = m.import_id
    where m.tenant_id = ${tenantId} and m.contact_id = any(${[...ids]}::uuid[]) and m.has_consent
      and (i.consent_source <> '' or i.consented_on is not null)
    order by i.created_at desc, i.id`.execute(tx);
  return rows.map((row) => ({ ...row, contactId: ContactId.parse(row.contactId) }));
}
