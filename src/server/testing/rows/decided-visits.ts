import { type CustomerHistory, type PastVisit, NO_HISTORY } from '#server/subjects/rules.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import { ServiceId, type VisitStatus } from '#contract/visits/calls.ts';
import type { FlowToDecide } from '#server/flows/deciding/decision.ts';
import { aDecidedCustomer, aDecidedFlow, aDecidedVisit, anId, NOW } from './decisions.ts';

export const [CUT, COLOUR] = [ServiceId.parse(anId(40)), ServiceId.parse(anId(41))];
/** In hours. */
export const DAY = 24;

const idAt = (hours: number) => anId(500 + Math.abs(hours));

/** A visit of the customer, so many hours from now; the visit {@link held} of these hours has the same id. */
export const past = (hours: number, status: VisitStatus, change: Partial<PastVisit> = {}): PastVisit => ({
  id: idAt(hours),
  startsAt: NOW.add({ hours }),
  status,
  serviceIds: [CUT],
  totalMinor: 150_000,
  ...change,
});

export const customerWith = (visits: PastVisit[], history: Partial<CustomerHistory> = {}) => ({
  customer: aDecidedCustomer({
    history: {
      ...NO_HISTORY,
      visits,
      visitsCount: visits.filter(({ status }) => status === 'arrived').length,
      ...history,
    },
  }),
});

/** The visit that the flow is about, so many hours ago. */
export const held = (hoursAgo: number, status: VisitStatus = 'arrived') =>
  aDecidedVisit({ id: idAt(hoursAgo), status, startsAt: NOW.subtract({ hours: hoursAgo }), serviceIds: [CUT] });

/** A flow started a year ago, with an open window. */
export const longRunning = (
  kind: FlowKind,
  hours: number,
  change: Parameters<typeof aDecidedFlow>[1] = {},
): FlowToDecide =>
  aDecidedFlow(kind, {
    lastStartedAt: NOW.subtract({ hours: 365 * DAY }),
    ...change,
    timing: { delayMinutes: hours * 60, window: { startHour: 0, endHour: 24 }, ...change.timing },
  });
