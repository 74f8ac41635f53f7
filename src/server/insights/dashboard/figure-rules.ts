import type { Figures } from '#contract/insights/dashboard.ts';
import type { Money } from '#contract/primitives.ts';
import { type DayCounts, visitsOf } from '#server/insights/results/result-rules.ts';
import type { AnswerSums, ClientSums } from './figure-queries.ts';

/** Sums of the days of a period or comparison. */
type Sums = {
  days: readonly DayCounts[];
  clients: Omit<ClientSums, 'nth'> | undefined;
  busyMinutes: number;
  answers: Omit<AnswerSums, 'nth'> | undefined;
};

/**
 * Figures of a period, or the average of several.
 *
 * @param today on this day an open visit may still be ahead
 * @param periods number of periods that the sums are of; shares and medians are of all of them together
 */
export function figuresOf(sums: Sums, today: Temporal.PlainDate, periods = 1): Figures {
  const visits = visitsOf(sums.days, today);
  const each = (count: number) => count / periods;
  return {
    attended: each(visits.attended),
    noShow: each(visits.noShow),
    cancelled: each(visits.cancelled),
    newClients: each(sums.clients?.newClients ?? 0),
    returningClients: each(sums.clients?.returningClients ?? 0),
    paid: visits.paid.map((money) => averageOf(money, periods)),
    averageBill: averageBill(sums.days),
    busyMinutes: each(sums.busyMinutes),
    inquiries: each(sums.answers?.inquiries ?? 0),
    answered: each(sums.answers?.answered ?? 0),
    answerSeconds: sums.answers?.answerSeconds ?? null,
  };
}

/** The part of a sum for one of several periods, in whole minor units. */
export const averageOf = ({ amountMinor, currency }: Money, periods: number): Money => ({
  amountMinor: Math.round(amountMinor / periods),
  currency,
});

/** Paid per visit marked as arrived, by currency; none where nothing was paid. */
function averageBill(days: readonly DayCounts[]): Money[] {
  return [...Map.groupBy(days, ({ currency }) => currency)].flatMap(([currency, of]) => {
    const arrived = of.reduce((sum, day) => sum + day.arrived, 0);
    const paid = of.reduce((sum, day) => sum + day.paidMinor, 0);
    return arrived > 0 && paid > 0 ? [averageOf({ amountMinor: paid, currency }, arrived)] : [];
  });
}
