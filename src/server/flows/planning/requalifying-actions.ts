import { listPlanningFlows } from '#server/flows/storage/reads.ts';
import { type KnownEvent, listEvents } from '#server/subjects/event-reads.ts';
import type { Subject } from '#server/subjects/rules.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { ContactId } from '#contract/contacts.ts';
import type { FlowId } from '#contract/flows.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { isAfter } from '#server/platform/instant-rules.ts';
import { visitCancelled } from '#server/visits/jobs.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { listRefusedForVisit, listRefusedOffers, listSubjectsOfContact } from './contact-queries.ts';

/** A visit will not be, or was not, or is of other services: what was not said for its sake may be said after all. */
export function unblocksOthers({
  name,
  statusTo,
  changes,
}: Pick<KnownEvent, 'name' | 'statusTo' | 'changes'>): boolean {
  return name === visitCancelled.name || statusTo === 'no_show' || changes.includes('services');
}

/** An offer that was refused when it was to be planned: what its flow decides again, about what happened then. */
type RefusedOffer = { flowId: FlowId; subject: Subject; event: KnownEvent };

type Others = { waiting: Subject[]; offers: RefusedOffer[] };

/** What else waits for the customer, and what did not for the sake of a visit that comes to nothing now. */
export async function findAffectedSubjects(
  { clock }: Pick<Context, 'clock'>,
  scope: TenantScope,
  event: KnownEvent,
): Promise<Others> {
  if (event.contactId === null) return { waiting: [], offers: [] };
  const contactId = ContactId.parse(event.contactId);
  const now = clock.now();
  const waiting = await listSubjectsOfContact(scope, contactId, now);
  if (!unblocksOthers(event)) return { waiting, offers: [] };
  const flows = new Map((await listPlanningFlows(scope)).map((flow) => [flow.id, flow]));
  const since = now.subtract({ hours: 24 * REFUSED_DAYS });
  const refused = await listRefusedForVisit(scope, contactId, since);
  const asked = refused.flatMap(({ flowId, subjectId, startsAt, dueAt }) => {
    const timing = flows.get(flowId)?.settings.timing;
    const dueThen = dueAt ?? (timing && startsAt.add({ minutes: timing.delayMinutes }));
    return dueThen && isAfter(dueThen, now) ? [subjectId] : [];
  });
  return { waiting: [...waiting, ...asVisits(asked)], offers: await offersSetFree(scope, contactId, { flows, now }) };
}

/** A message is planned no earlier than two days before its moment, and waits for her budget no longer than three. */
export const REFUSED_DAYS = 7;

export const asVisits = (ids: readonly string[]) => ids.map((id): Subject => ({ kind: 'visit', id }));

/** Offers that were not planned because she had booked what they offer, and whose moment lies ahead. */
async function offersSetFree(
  scope: TenantScope,
  contactId: ContactId,
  { flows, now }: { flows: ReadonlyMap<FlowId, StoredFlow>; now: Temporal.Instant },
): Promise<RefusedOffer[]> {
  const delays = [...flows.values()].filter(isOffer).map(({ settings }) => settings.timing.delayMinutes);
  if (delays.length === 0) return [];
  const refused = await listRefusedOffers(scope, contactId, now.subtract({ minutes: Math.max(...delays) }));
  const events = await listEvents(scope, [...new Set(refused.map(({ eventId }) => eventId))]);
  return refused.flatMap(({ flowId, subjectId, eventId }) => {
    const [flow, event] = [flows.get(flowId), events.find(({ id }) => id === eventId)];
    if (!flow || !event || !isOfferAhead(flow, event, now)) return [];
    return [{ flowId, subject: { kind: 'visit' as const, id: subjectId }, event }];
  });
}

/** Its message follows an event, and not if she has booked what it offers. */
function isOffer({ kind }: StoredFlow): boolean {
  return FLOW_CATALOGUE[kind].checks.includes('not_bought');
}

export function isOfferAhead(
  { settings }: StoredFlow,
  { occurredAt }: Pick<KnownEvent, 'occurredAt'>,
  now: Temporal.Instant,
): boolean {
  return isAfter(occurredAt.add({ minutes: settings.timing.delayMinutes }), now);
}
