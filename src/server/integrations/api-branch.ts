import type { ItemOutcome } from '#contract/integrations/events.ts';
import type { ApiClient } from '#contract/integrations/items.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ClientFacts } from '#server/connections/port.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import { upsertFromCrm } from '#server/contacts/crm/crm-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { normalisePhone } from '#server/tenants/rules.ts';
import type { IndexedItem } from './reading.ts';

/** The branch of API data, and defaults for absent fields. */
export type Place = {
  /** The first branch; contacts are identified by their ids there. */
  branch: KnownBranch;
  countryId: number;
  /** IANA, of the cabinet. */
  timeZone: string;
  /** ISO 4217, of the cabinet. */
  currency: string;
  now: Temporal.Instant;
};

export type Outcome = Pick<ItemOutcome, 'outcome' | 'id' | 'fields'>;

/** Stores items of one kind. @returns the result of each, by its position in the call */
export type Recorder<Item> = (
  scope: ActionScope,
  place: Place,
  items: readonly IndexedItem<Item>[],
) => Promise<Map<number, Outcome>>;

export const refused = (field: string, reason: string): Outcome => ({
  outcome: 'refused',
  id: null,
  fields: { [field]: [reason] },
});

/** Returns the key of a contact: the API client's own id, else the phone. */
export function keyOfClient(client: Pick<ApiClient, 'externalId' | 'phone'>, countryId: number): string {
  return client.externalId ?? `phone:${normalisePhone(client.phone ?? '', countryId)}`;
}

/** Converts a contact to the shape of the booking port. */
export function clientFactsOf(client: ApiClient, { countryId }: Pick<Place, 'countryId'>): ClientFacts {
  return {
    externalId: keyOfClient(client, countryId),
    name: client.name ?? '',
    phone: client.phone ?? null,
    email: client.email ?? null,
    isNew: false,
    visitsCount: null,
  };
}

/** Finds a contact, or creates one. */
export async function contactOf(
  scope: ActionScope,
  { branch, countryId }: Place,
  client: ApiClient | null | undefined,
): Promise<ContactId | null> {
  if (!client) return null;
  const facts = clientFactsOf(client, { countryId });
  return upsertFromCrm(scope, { branchId: branch.id, client: facts, countryHint: countryId });
}

/** Sorts by contact, so that two calls cannot deadlock; items of one contact keep their order. */
export function byClient<Item extends { client?: ApiClient | null | undefined }>(
  items: readonly IndexedItem<Item>[],
  countryId: number,
): IndexedItem<Item>[] {
  const keyOf = ({ item }: IndexedItem<Item>) => (item.client ? keyOfClient(item.client, countryId) : '');
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b))));
}
