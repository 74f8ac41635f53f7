import { loadSubjects } from '#server/flows/facts/subject-reads.ts';
import type { KnownSubject } from '#server/subjects/rules.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { FlowKind } from '#contract/flows.ts';
import type { SubjectKind } from '#contract/subjects.ts';
import { VisitStatus } from '#contract/visits.ts';
import { listContactsByBirthday } from '#server/contacts/actions.ts';
import { latestApiEvents, latestCarts } from '#server/integrations/actions.ts';
import { latestOrders } from '#server/orders/actions.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { listVisitsAhead, listVisitsStarted } from '#server/visits/actions.ts';
import { samplePeriods } from '#server/reports/reads.ts';
import type { PeriodKind } from '#server/reports/value-rules.ts';
import { visitSubject } from '#server/subjects/visit-subject-rules.ts';

/** Days back within which past visits are sampled, for flows that follow a visit. */
const DAYS_BACK = 90;
/** Days ahead within which birthdays are sampled. */
const DAYS_AHEAD = 60;

/** Real subjects of a kind of flow: ahead, or recent. */
export async function sampleSubjects(
  scope: TenantScope,
  kind: FlowKind,
  { now, limit }: { now: Temporal.Instant; limit: number },
): Promise<KnownSubject[]> {
  return SAMPLES[FLOW_CATALOGUE[kind].subject](scope, kind, { now, limit });
}

function periods(kind: PeriodKind): typeof sampleSubjects {
  return (scope, _kind, { now }) => samplePeriods(scope, kind, now);
}

/** Subjects of the latest events from the API and from restaurants. */
function latest(
  subject: SubjectKind,
  list: (scope: TenantScope, limit: number) => Promise<string[]>,
): typeof sampleSubjects {
  return async (scope, _kind, { now, limit }) => loadSubjects(scope, subject, await list(scope, limit), now);
}

const SAMPLES: Readonly<Record<SubjectKind, typeof sampleSubjects>> = {
  async visit(scope, kind, { now, limit }) {
    const { usefulHours, statuses } = FLOW_CATALOGUE[kind];
    if (usefulHours === null) {
      const { visits } = await listVisitsAhead(scope, { now, limit });
      return visits.map(visitSubject);
    }
    const { ids } = await listVisitsStarted(scope, {
      from: now.subtract({ hours: 24 * DAYS_BACK }),
      until: now,
      statuses: statuses.map((status) => VisitStatus.parse(status)),
      after: null,
      limit,
    });
    return loadSubjects(scope, 'visit', ids, now);
  },

  day: periods('day'),
  week: periods('week'),
  order: latest('order', latestOrders),
  cart: latest('cart', latestCarts),
  api_event: latest('api_event', latestApiEvents),

  async contact(scope, _kind, { now, limit }) {
    const today = now.toZonedDateTimeISO('UTC').toPlainDate();
    const days = Array.from({ length: DAYS_AHEAD }, (_, n) => today.add({ days: n }).toPlainMonthDay());
    return loadSubjects(scope, 'contact', await listContactsByBirthday(scope, days, { after: null, limit }), now);
  },
};
