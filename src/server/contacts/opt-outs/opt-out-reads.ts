import { type RawBuilder, sql } from 'kysely';
import type { ContactId, OptOut } from '#contract/contacts/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { listOptOutsOf } from '#server/contacts/lists/list-queries.ts';
import { type ClockedScope, listActiveOptOuts, type Subject } from '#server/contacts/book/opt-out-queries.ts';
import { covers, type OptOutBounds } from '#server/contacts/book/rules.ts';

/** The condition that an opt-out of the alias is in effect. */
export function optOutHolds(alias: string, now: Temporal.Instant): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${column('lifted_at')} is null and (${column('ends_at')} is null or ${column('ends_at')} > ${now}))`;
}

/** Lists the opt-outs in effect that apply to a contact, by contact or by phone, newest first. */
export async function activeOptOutsOf(
  scope: ClockedScope,
  contact: { id: ContactId; phone: string | null },
  customerLanguage: Language,
): Promise<OptOut[]> {
  return listOptOutsOf(scope, contact, customerLanguage);
}

/** Lists the opt-outs in effect of contacts, by contact or by phone. One query, however many contacts. */
export async function listOptOutsInEffect(scope: ClockedScope, subjects: readonly Subject[]) {
  return listActiveOptOuts(scope, subjects);
}

/**
 * Finds for each subject the opt-out that forbids it, one of every channel before one of a channel; those without one
 * are left out. One query, however many subjects.
 */
export async function findStopped<Wanted extends Subject & OptOutBounds>(
  scope: ClockedScope,
  wanted: readonly Wanted[],
): Promise<Map<Wanted, OptOutBounds>> {
  if (wanted.length === 0) return new Map();
  const entries = await listActiveOptOuts(scope, wanted);
  if (entries.length === 0) return new Map();
  const byContact = Map.groupBy(entries, ({ contactId }) => contactId);
  const byPhone = Map.groupBy(entries, ({ phone }) => phone);
  return new Map(
    wanted.flatMap((one) => {
      const ofContact = one.contactId === null ? [] : (byContact.get(one.contactId) ?? []);
      const ofPhone = one.phone === null ? [] : (byPhone.get(one.phone) ?? []);
      const stops = [...ofContact, ...ofPhone].filter((entry) => covers(entry, one));
      const stop = stops.find(({ channelId }) => channelId === null) ?? stops[0];
      return stop ? [[one, stop] as const] : [];
    }),
  );
}
