import type { KnownSubject } from './rules.ts';
import { type OwnKind, type SubjectSource, SUBJECT_SOURCES } from './reads.ts';
import { VisitStatus } from '#contract/visits/calls.ts';
import { listContactsByBirthday } from '#server/contacts/book/actions.ts';
import { latestApiEvents, latestCarts } from '#server/integrations/actions.ts';
import { latestDeals, nextTasks } from '#server/deals/actions.ts';
import { latestOrders } from '#server/orders/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { listVisitsAhead, listVisitsStarted } from '#server/visits/changes/actions.ts';
import { visitSubject } from './visit-subject-rules.ts';

/** Days back within which past visits are sampled. */
const DAYS_BACK = 90;
/** Days ahead within which birthdays are sampled. */
const DAYS_AHEAD = 60;

export type SampleQuestion = {
  now: Temporal.Instant;
  limit: number;
  /** Visits that have started, in some statuses; null: visits ahead. */
  startedIn: readonly string[] | null;
};

/** Lists stored subjects of a kind, to show a text with: ahead, or recent. */
export type SubjectSample = (scope: TenantScope, question: SampleQuestion) => Promise<KnownSubject[]>;

/** Samples the subjects of the latest events from the API and from restaurants. */
function latest(load: SubjectSource, list: (scope: TenantScope, limit: number) => Promise<string[]>): SubjectSample {
  return async (scope, { now, limit }) => load(scope, await list(scope, limit), now);
}

/** The sample of each kind of subject that this room reads. */
export const SUBJECT_SAMPLES: Readonly<Record<OwnKind, SubjectSample>> = {
  async visit(scope, { now, limit, startedIn }) {
    if (startedIn === null) {
      const { visits } = await listVisitsAhead(scope, { now, limit });
      return visits.map(visitSubject);
    }
    const { ids } = await listVisitsStarted(scope, {
      from: now.subtract({ hours: 24 * DAYS_BACK }),
      until: now,
      statuses: startedIn.map((status) => VisitStatus.parse(status)),
      after: null,
      limit,
    });
    return SUBJECT_SOURCES.visit(scope, ids, now);
  },

  order: latest(SUBJECT_SOURCES.order, latestOrders),
  deal: latest(SUBJECT_SOURCES.deal, latestDeals),
  deal_task: async (scope, { now, limit }) => SUBJECT_SOURCES.deal_task(scope, await nextTasks(scope, now, limit), now),
  cart: latest(SUBJECT_SOURCES.cart, latestCarts),
  api_event: latest(SUBJECT_SOURCES.api_event, latestApiEvents),

  async contact(scope, { now, limit }) {
    const today = now.toZonedDateTimeISO('UTC').toPlainDate();
    const days = Array.from({ length: DAYS_AHEAD }, (_, n) => today.add({ days: n }).toPlainMonthDay());
    return SUBJECT_SOURCES.contact(scope, await listContactsByBirthday(scope, days, { after: null, limit }), now);
  },
};
