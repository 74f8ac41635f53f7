import type { CustomItem } from '#contract/api-items.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { emit } from '#server/platform/events.ts';
import { announce } from '#server/platform/realtime.ts';
import { findEvent, insertEvent } from './custom-queries.ts';
import { apiEventHappened } from './jobs.ts';
import { byClient, contactOf, type Outcome, type Place, type Recorder, type Telling } from './place.ts';
import { notLaterThan } from './rules.ts';

/** Stores and emits a custom event, once per external id of the API client. */
export const recordCustom: Recorder<CustomItem> = async (ctx, scope, place, posted) => {
  const outcomes = new Map<number, Outcome>();
  for (const { index, item } of byClient(posted, place.countryId))
    outcomes.set(index, await recordOne(ctx, scope, place, item));
  await announce(scope, 'integrations');
  return outcomes;
};

async function recordOne(ctx: Telling, scope: TenantScope, place: Place, item: CustomItem): Promise<Outcome> {
  const contactId = await contactOf(ctx, scope, place, item.client);
  const { externalId = null, name, properties } = item;
  const occurredAt = notLaterThan(place.now, item.occurredAt);
  const id = await insertEvent(scope, { externalId, name, contactId, properties, occurredAt }, place.now);
  if (!id) return { outcome: 'unchanged', id: (await findEvent(scope, externalId ?? ''))?.id ?? null };
  const about = { dedupeKey: id, subjectId: id, contactId, occurredAt };
  await emit(ctx, scope, apiEventHappened, { ...about, facts: { name } });
  return { outcome: 'created', id };
}
