import type { FlowEvent } from '#server/subjects/rules.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { FlowId, type FlowKind, type FlowSettings } from '#contract/flows/calls.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { FlowToDecide } from '#server/flows/deciding/decision.ts';
import type { PersonalSubject } from '#server/flows/facts/people-reads.ts';

export type UnsavedFlow = FlowToDecide & { testPhones: string[] };

/** A flow with unsaved settings, as if it were live and had always worked. */
export function unsavedFlow(kind: FlowKind, settings: FlowSettings): UnsavedFlow {
  return {
    id: newId(FlowId),
    kind,
    settings,
    status: 'working',
    mode: 'combat',
    version: 1,
    isDeleted: false,
    lastStartedAt: null,
    testPhones: [],
  };
}

/** A subject in the status that the flow follows, e.g. a cancelled visit for a cancellation. */
export function toPreviewSubject<Known extends PersonalSubject>(subject: Known, kind: FlowKind): Known {
  const { statuses } = flowKind(kind);
  const [only] = statuses;
  return statuses.length === 1 && only ? { ...subject, status: only } : subject;
}

/** An event that happens now; a moved visit comes from the same hour of the day before. */
export function previewEvent(subject: PersonalSubject, kind: FlowKind, now: Temporal.Instant): FlowEvent | null {
  const { triggers, statuses } = flowKind(kind);
  const [name] = triggers;
  if (name === undefined) return null;
  const isMove = name === 'visit.moved';
  return {
    id: subject.id,
    name,
    occurredAt: now,
    from: isMove ? subject.startsAt.subtract({ hours: 24 }) : null,
    to: isMove ? subject.startsAt : null,
    statusTo: statuses[0] ?? null,
    changes: isMove ? ['time'] : [],
    version: null,
  };
}
