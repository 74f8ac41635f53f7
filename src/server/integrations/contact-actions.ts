import type { ContactItem } from '#contract/integrations/items.ts';
import { upsertFromCrm } from '#server/contacts/crm/crm-actions.ts';
import { cardOf, noteCard } from '#server/contacts/crm/program-actions.ts';
import { isBirthDate } from '#server/contacts/book/rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { clientFactsOf, keyOfClient, type Outcome, type Place, type Recorder, refused } from './api-branch.ts';

/** Stores contacts in the order of their ids, so that two calls cannot deadlock. */
export const recordContacts: Recorder<ContactItem> = async (scope, place, items) => {
  const outcomes = new Map<number, Outcome>();
  const keyed = items.map((one) => ({ ...one, key: keyOfClient(one.item, place.countryId) }));
  for (const { index, item } of keyed.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))))
    outcomes.set(index, await recordContact(scope, place, item));
  await announce(scope, 'contacts');
  return outcomes;
};

async function recordContact(scope: ActionScope, place: Place, item: ContactItem): Promise<Outcome> {
  const { branch, countryId, now } = place;
  if (item.birthday && !isBirthDate(item.birthday, now)) return refused('birthday', 'birth_date');
  const client = clientFactsOf(item, place);
  const before = await cardOf(scope, branch.id, client.externalId);
  const id = await upsertFromCrm(scope, { branchId: branch.id, client, countryHint: countryId });
  await noteCard(scope, id, {
    ...(item.language && { language: item.language }),
    ...(item.timeZone && { timeZone: item.timeZone }),
    ...(item.birthday && { birthDate: item.birthday }),
    ...(item.categories && { categories: [...new Set(item.categories)] }),
    ...(item.refusesMailings !== undefined && { refusesMailings: item.refusesMailings }),
  });
  if (!before) return { outcome: 'created', id };
  const after = await cardOf(scope, branch.id, client.externalId);
  return { outcome: JSON.stringify(before) === JSON.stringify(after) ? 'unchanged' : 'updated', id };
}
