import { type RawBuilder, sql } from 'kysely';
import type { TimelineItem, TimelineType } from '#contract/insights.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { loadOptOuts, loadOrderEvents, loadVisitEvents, loadVisits } from './timeline-events.ts';
import { loadAnswers, loadMessages, loadVerdicts } from './timeline-messages.ts';

/** Where one line of the story stands. */
export type StoryKey = {
  /** Its place among the sources asked. */
  source: number;
  id: string;
  at: Temporal.Instant;
};

/** One thing the story of a customer is told from. */
export type TimelineSource = {
  type: TimelineType;
  /** A table `s` with `tenant_id`, `contact_id` and `id`; `at` and `where` are such that an index has them in order. */
  keys: { from: RawBuilder<unknown>; at: RawBuilder<unknown>; where: RawBuilder<unknown> };
  load: (scope: TenantScope, keys: readonly StoryKey[]) => Promise<Map<string, TimelineItem>>;
};

/** To tell of something more is to add an entry, its shape in the contract and its words on the web side. */
export const TIMELINE_SOURCES: readonly TimelineSource[] = [
  { type: 'visit', keys: events(sql`s.kind like 'visit.%'`), load: loadVisitEvents },
  // The visit itself, at its start: of those that were there before we read, nothing else is known.
  { type: 'visit', keys: { from: sql`visits`, at: sql`s.starts_at`, where: sql`true` }, load: loadVisits },
  { type: 'message', keys: { from: sql`messages`, at: sql`s.due_at`, where: sql`true` }, load: loadMessages },
  {
    type: 'answer',
    keys: { from: sql`inbound_messages`, at: sql`s.received_at`, where: sql`true` },
    load: loadAnswers,
  },
  {
    type: 'verdict',
    keys: {
      from: sql`verdicts`,
      at: sql`s.decided_at`,
      where: sql`s.outcome = 'skipped' and s.message_id is null`,
    },
    load: loadVerdicts,
  },
  { type: 'opt_out', keys: events(sql`s.kind in ('contacts.opted_out', 'contacts.opted_in')`), load: loadOptOuts },
  // A first status comes with the order; it is not told twice.
  {
    type: 'order',
    keys: events(sql`s.kind like 'order.%' and not (s.kind = 'order.status_changed' and s.facts ->> 'from' is null)`),
    load: loadOrderEvents,
  },
];

function events(where: RawBuilder<unknown>): TimelineSource['keys'] {
  return { from: sql`events`, at: sql`s.occurred_at`, where };
}
