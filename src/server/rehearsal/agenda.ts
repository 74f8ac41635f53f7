import { comesLater, flowKind } from '#contract/flows/kinds.ts';
import { momentOf } from '#server/flows/deciding/moment-rules.ts';
import { AGAIN_HOURS } from '#server/flows/planning/later-actions.ts';
import { HORIZON_HOURS } from '#server/flows/planning/plan-actions.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import type { SubjectHistory, RecordedEvent } from '#server/subjects/history-rules.ts';
import { compareInstants, earlierOf, isAfter, isBefore, laterOf } from '#server/platform/values/instant-rules.ts';
import type { Period, RehearsedPerson } from './simulation-state.ts';

/** `history` is null for something the contact did that concerns all their planned messages. */
export type AgendaItem = {
  at: Temporal.Instant;
  history: SubjectHistory | null;
  event: RecordedEvent | null;
  /** The only flow to decide, where its walk reaches the subject. */
  flow?: StoredFlow;
};

/** The moments at which flows are decided: events, subjects that exist when the simulation starts, and moments by the clock. */
export function agendaOf(flows: readonly StoredFlow[], person: RehearsedPerson, period: Period): AgendaItem[] {
  const { since, until } = period;
  const later = flows.filter(({ kind }) => comesLater(flowKind(kind)));
  const items = person.histories.flatMap((history): AgendaItem[] => [
    { at: since, history, event: null },
    ...history.events.map((event) => ({ at: event.recordedAt, history, event })),
    ...later.flatMap((flow) => walksOf(flow, history, period)),
  ]);
  const optOutChanges = person.optOutChanges.map((at): AgendaItem => ({ at, history: null, event: null }));
  return [...items, ...optOutChanges]
    .filter(({ at }) => !isBefore(at, since) && !isAfter(at, until))
    .toSorted((one, other) => compareInstants(one.at, other.at));
}

/** The walks of a flow that comes long after its subjects in which it plans one subject: those while its moment is near. */
function walksOf(flow: StoredFlow, history: SubjectHistory, { since, until }: Period): AgendaItem[] {
  const known = history.snapshots.at(-1)?.subject;
  const { subject, usefulHours } = flowKind(flow.kind);
  const startedAt = flow.lastStartedAt ?? since;
  if (known?.kind !== subject) return [];
  const { firstSend } = flow.settings.timing;
  const moment = firstSend ? laterOf(momentOf(known, flow), startedAt) : momentOf(known, flow);
  const isMetLate = firstSend || subject === 'contact';
  const end = earlierOf(moment.add({ hours: isMetLate ? (usefulHours ?? 0) : 0 }), until);
  const nearAt = laterOf(moment.subtract({ hours: HORIZON_HOURS }), laterOf(startedAt, since));
  const items: AgendaItem[] = [];
  if (isAfter(nearAt, end)) return items;
  for (let at = walkAfter(flow.plannedUntil ?? startedAt, nearAt); !isAfter(at, end);) {
    items.push({ at, history, event: null, flow });
    at = at.add({ hours: AGAIN_HOURS });
  }
  return items;
}

/** The first walk at a moment or after it, counted in steps of `AGAIN_HOURS` from a given walk. */
function walkAfter(one: Temporal.Instant, at: Temporal.Instant): Temporal.Instant {
  const walks = Math.ceil(one.until(at).total('hours') / AGAIN_HOURS);
  return one.add({ hours: walks * AGAIN_HOURS });
}
