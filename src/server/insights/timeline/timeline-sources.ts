import { type RawBuilder, sql } from 'kysely';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { TimelineItem, TimelineType } from '#contract/insights/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { loadOptOuts, loadOrderEvents, loadVisitEvents, loadVisits } from './timeline-events.ts';
import { CLICK_ID, loadClicks } from './timeline-clicks.ts';
import { loadAnswers, loadMessages, loadVerdicts } from './timeline-messages.ts';

/** The position of one entry of the timeline. */
export type TimelineKey = {
  /** Index in the list of requested sources. */
  source: number;
  id: string;
  at: Temporal.Instant;
};

/** An entry as its source has it: without a zone where it belongs to no branch. */
export type LoadedItem = WithoutZone<TimelineItem> & { timeZone?: string | undefined };
type WithoutZone<Item> = Item extends unknown ? Omit<Item, 'timeZone'> : never;

/** One kind of entries of the timeline. */
export type TimelineSource = {
  type: TimelineType;
  /**
   * A table `s` with `tenant_id`, `contact_id` and `id`; `at` and `where` must match an index that has them in
   * order.
   */
  keys: { from: RawBuilder<unknown>; at: RawBuilder<unknown>; where: RawBuilder<unknown> };
  load: (scope: ActionScope, keys: readonly TimelineKey[], contactId: ContactId) => Promise<Map<string, LoadedItem>>;
};

/** A new kind of entry needs an item here, its shape in the contract and its texts on the web side. */
export const TIMELINE_SOURCES: readonly TimelineSource[] = [
  { type: 'visit', keys: events(sql`s.kind like 'visit.%'`), load: loadVisitEvents },
  // The visit itself, at its start: visits from before the connection have no other entries.
  { type: 'visit', keys: { from: sql`visits`, at: sql`s.starts_at`, where: sql`true` }, load: loadVisits },
  { type: 'message', keys: { from: sql`messages`, at: sql`s.due_at`, where: sql`true` }, load: loadMessages },
  {
    type: 'answer',
    keys: { from: sql`inbound_messages`, at: sql`s.received_at`, where: sql`true` },
    load: loadAnswers,
  },
  {
    type: 'click',
    keys: {
      from: sql`(select *, ${CLICK_ID} as id from link_clicks)`,
      at: sql`s.at`,
      where: sql`s.verdict = 'click'`,
    },
    load: loadClicks,
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
  // An order's first status is part of its creation and has no entry of its own.
  {
    type: 'order',
    keys: events(sql`s.kind like 'order.%' and not (s.kind = 'order.status_changed' and s.facts ->> 'from' is null)`),
    load: loadOrderEvents,
  },
];

function events(where: RawBuilder<unknown>): TimelineSource['keys'] {
  return { from: sql`events`, at: sql`s.occurred_at`, where };
}
