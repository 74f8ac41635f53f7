import type { CustomItem } from '#contract/integrations/items.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { findEvent, insertEvent } from './custom-queries.ts';
import { apiEventHappened } from './jobs.ts';
import { byClient, contactOf, type Outcome, type Place, type Recorder } from './api-branch.ts';
import { notLaterThan } from './rules.ts';

/** Stores and emits a custom event, once per external id of the API client. */
export const recordCustom: Recorder<CustomItem> = async (scope, place, items) => {
  const outcomes = new Map<number, Outcome>();
  for (const { index, item } of byClient(items, place.countryId))
    outcomes.set(index, await recordOne(scope, place, item));
  await announce(scope, 'integrations');
  return outcomes;
};

async function recordOne(scope: ActionScope, place: Place, item: CustomItem): Promise<Outcome> {
  const contactId = await contactOf(scope, place, item.client);
  const { externalId = null, name, properties } = item;
  const occurredAt = notLaterThan(place.now, item.occurredAt);
  const id = await insertEvent(scope, { externalId, name, contactId, properties, occurredAt }, place.now);
  if (!id) return { outcome: 'unchanged', id: (await findEvent(scope, externalId ?? ''))?.id ?? null };
  const about = { dedupeKey: id, subjectId: id, contactId, occurredAt };
  await emit(scope, apiEventHappened, { ...about, facts: { name } });
  return { outcome: 'created', id };
}
