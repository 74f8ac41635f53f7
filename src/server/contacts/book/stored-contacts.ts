import type { Selectable } from 'kysely';
import { type Contact, ContactId } from '#contract/contacts/calls.ts';
import { Language } from '#contract/primitives.ts';
import type { Contacts } from '#server/platform/database/schema.gen.ts';

/** A contact with fields that stay on the server. */
export type KnownContact = Contact & {
  /** The name without the surname; null: not known apart. */
  givenName: string | null;
  refusesMailings: boolean;
  /** Minor units of the cabinet's currency, as the booking system reports them. */
  spentMinor: number;
  /** Categories in the booking system: VIP, … */
  categories: string[];
  /** ISO 8601. */
  birthDate: string | null;
};

/** Columns of a contact. */
export const contactColumns = [
  'id',
  'name',
  'given_name',
  'phone',
  'language',
  'time_zone',
  'visits_count',
  'last_visit_at',
  'refuses_mailings',
  'spent_minor',
  'categories',
  'birth_date',
] as const;

export function toContact(row: Pick<Selectable<Contacts>, (typeof contactColumns)[number]>): KnownContact {
  return {
    id: ContactId.parse(row.id),
    name: row.name,
    givenName: row.given_name,
    phone: row.phone,
    language: row.language === null ? null : (Language.safeParse(row.language).data ?? 'ru'),
    timeZone: row.time_zone,
    visitsCount: row.visits_count,
    lastVisitAt: row.last_visit_at?.toString() ?? null,
    refusesMailings: row.refuses_mailings,
    spentMinor: row.spent_minor,
    categories: row.categories,
    birthDate: row.birth_date,
  };
}
