import type { SubjectKind } from '#contract/subjects/subjects.ts';
import { visitMoved } from '#server/visits/jobs.ts';
import { oneOfKeys, type TenantScope } from '#server/platform/database/db.ts';
import type { FlowEvent, Subject } from './rules.ts';
import { z } from 'zod';
/** The facts of events that decisions use; each kind has some of them. */
const EventFacts = z
  .object({
    /** Two moments for a move, two statuses for a change of status. */
    from: z.string().nullable(),
    to: z.string(),
    version: z.int(),
    statusVersion: z.int(),
    alsoChanged: z.array(z.string()),
    changed: z.array(z.string()),
  })
  .partial();

/** An event as decisions see it. */
export type KnownEvent = FlowEvent & { subject: Subject | null; contactId: string | null; facts: unknown };

export async function listEvents({ tx, tenantId }: TenantScope, ids: readonly string[]): Promise<KnownEvent[]> {
  if (ids.length === 0) return [];
  const { mark, condition } = oneOfKeys('id', ids);
  const rows = await tx
    .selectFrom('events')
    .modifyFront(mark)
    .select(['id', 'kind', 'visit_id', 'subject_id', 'contact_id', 'facts', 'occurred_at', 'recorded_at'])
    .where('tenant_id', '=', tenantId)
    .where(condition)
    .execute();
  return rows.map((row) => ({
    ...toFlowEvent({ id: row.id, name: row.kind, occurredAt: row.occurred_at, facts: row.facts }),
    recordedAt: row.recorded_at,
    subject: subjectOf(row),
    contactId: row.contact_id,
    facts: row.facts,
  }));
}

/** Converts the facts of any kind of event to those that decisions use. */
export function toFlowEvent(event: {
  id: string;
  name: string;
  occurredAt: Temporal.Instant;
  facts: unknown;
}): FlowEvent {
  const { facts, ...what } = event;
  const { from, to, version, statusVersion, alsoChanged, changed } = EventFacts.safeParse(facts).data ?? {};
  const isMove = event.name === visitMoved.name;
  return {
    ...what,
    from: isMove && from ? Temporal.Instant.from(from) : null,
    to: isMove && to ? Temporal.Instant.from(to) : null,
    statusTo: isMove ? null : (to ?? null),
    changes: [...(isMove ? ['time'] : []), ...(alsoChanged ?? changed ?? [])],
    version: (version || statusVersion) ?? null,
  };
}

const SUBJECT_OF_EVENTS: Readonly<Record<string, SubjectKind>> = {
  order: 'order',
  deal: 'deal',
  deal_task: 'deal_task',
  cart: 'cart',
  api: 'api_event',
};

/** The subject of an event; its kind is the first part of the event's name. */
export function subjectOf(row: { kind: string; visit_id: string | null; subject_id: string | null }): Subject | null {
  if (row.visit_id !== null) return { kind: 'visit', id: row.visit_id };
  const kind = SUBJECT_OF_EVENTS[row.kind.split('.')[0] ?? ''];
  return kind && row.subject_id !== null ? { kind, id: row.subject_id } : null;
}
