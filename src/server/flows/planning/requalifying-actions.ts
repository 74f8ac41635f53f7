import { listPlanningFlows } from '#server/flows/storage/reads.ts';
import { type KnownEvent, listEvents } from '#server/subjects/event-reads.ts';
import type { Subject } from '#server/subjects/rules.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { visitCancelled } from '#server/visits/jobs.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import {
  listRefusedForVisit,
  listRefusedOffers,
  listSubjectsOfContact,
  listVisitIdsAround,
} from './contact-queries.ts';

/**
 * Whether an event can unblock other messages of the contact: a visit is cancelled, was not held, or has other services, so messages that
 * were refused because of it may be sent.
 */
export function unblocksOthers({
  name,
  statusTo,
  changes,
}: Pick<KnownEvent, 'name' | 'statusTo' | 'changes'>): boolean {
  return name === visitCancelled.name || statusTo === 'no_show' || changes.includes('services');
}

/** An offer that was refused at planning. Its flow decides again about the event of that time. */
type RefusedOffer = { flowId: FlowId; subject: Subject; event: KnownEvent };

type Others = { waiting: Subject[]; offers: RefusedOffer[] };

/** Subjects of the contact's other planned messages, visits around that of the event, and of those refused because of a visit that will not be held. */
export async function findAffectedSubjects(scope: ActionScope, event: KnownEvent): Promise<Others> {
  if (event.contactId === null) return { waiting: [], offers: [] };
  const contactId = ContactId.parse(event.contactId);
  const now = scope.clock.now();
  const others = await listSubjectsOfContact(scope, contactId, now);
  const { subject, from } = event;
  const isVisit = subject?.kind === 'visit';
  const around = isVisit ? asVisits(await listVisitIdsAround(scope, contactId, { id: subject.id, from }, now)) : [];
  const waiting = [...others, ...around.filter(({ id }) => others.every((other) => other.id !== id))];
  if (!unblocksOthers(event)) return { waiting, offers: [] };
  const flows = new Map((await listPlanningFlows(scope)).map((flow) => [flow.id, flow]));
  const since = now.subtract({ hours: 24 * REFUSED_DAYS });
  const refused = await listRefusedForVisit(scope, contactId, since);
  const unblocked = refused.flatMap(({ flowId, subjectId, startsAt, dueAt }) => {
    const timing = flows.get(flowId)?.settings.timing;
    const dueThen = dueAt ?? (timing && startsAt.add({ minutes: timing.delayMinutes }));
    return dueThen && isAfter(dueThen, now) ? [subjectId] : [];
  });
  return {
    waiting: [...waiting, ...asVisits(unblocked)],
    offers: await offersSetFree(scope, contactId, { flows, now }),
  };
}

/**
 * Days for which refused offers are searched. A message is planned at most two days before its moment, and waits for the frequency cap at
 * most three.
 */
export const REFUSED_DAYS = 7;

export const asVisits = (ids: readonly string[]) => ids.map((id): Subject => ({ kind: 'visit', id }));

/** Offers that were not planned because the contact had booked the offered services, and whose moment lies ahead. */
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

/** Whether a flow follows an event and is refused when the contact has booked what it offers. */
function isOffer({ kind }: StoredFlow): boolean {
  return flowKind(kind).checks.includes('not_bought');
}

export function isOfferAhead(
  { settings }: StoredFlow,
  { occurredAt }: Pick<KnownEvent, 'occurredAt'>,
  now: Temporal.Instant,
): boolean {
  return isAfter(occurredAt.add({ minutes: settings.timing.delayMinutes }), now);
}
