import type { CustomItem } from '#contract/integrations/items.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { findEvent, insertEvent, type StoredEvent } from './custom-queries.ts';
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

/**
 * Records and emits an event of the product itself among those of API clients: flows start by it, once for its external id.
 * Its contact is known.
 */
export async function recordOwnEvent(
  scope: ActionScope,
  event: Pick<StoredEvent, 'name' | 'contactId' | 'properties'> & { externalId: string },
): Promise<void> {
  const now = scope.clock.now();
  const { name, contactId } = event;
  const id = await insertEvent(scope, { ...event, occurredAt: now }, now);
  if (!id) return;
  await emit(scope, apiEventHappened, { dedupeKey: id, subjectId: id, contactId, occurredAt: now, facts: { name } });
  await announce(scope, 'integrations');
}

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
