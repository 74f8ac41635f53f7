import type { ReviewFilter } from '#contract/reviews/calls.ts';
import { MAP_SERVICES, REVIEW_CLASSES } from '#contract/reviews/values.ts';
import { countIn, idIn, textIn, wordIn } from '#web/lib/api/known.ts';

export const REVIEW_PERIODS = ['month', 'quarter', 'year', 'all'] as const;
export type ReviewPeriod = (typeof REVIEW_PERIODS)[number];

/** Days and steps of a period. */
export const PERIODS = {
  month: { days: 30, step: 'day' },
  quarter: { days: 90, step: 'week' },
  year: { days: 365, step: 'month' },
  all: { days: null, step: 'month' },
} as const;

const Day = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (value: unknown) => (typeof value === 'string' && Day.test(value) ? value : undefined);

/** The filters of the page in its address. */
export const readReviewSearch = (search: Readonly<Record<string, unknown>>) => ({
  period: wordIn(REVIEW_PERIODS, search['period']),
  from: dayIn(search['from']),
  to: dayIn(search['to']),
  class: wordIn(REVIEW_CLASSES, search['class']),
  stars: countIn(search['stars']),
  branchId: idIn<NonNullable<ReviewFilter['branchId']>>(search['branchId']),
  masterId: idIn<NonNullable<ReviewFilter['masterId']>>(search['masterId']),
  serviceId: idIn<NonNullable<ReviewFilter['serviceId']>>(search['serviceId']),
  tag: textIn(search['tag']),
  map: wordIn(MAP_SERVICES, search['map']),
  comesAgain: wordIn(['yes', 'no'] as const, search['comesAgain']),
  answered: wordIn(['yes', 'no'] as const, search['answered']),
});
export type ReviewSearch = ReturnType<typeof readReviewSearch>;

/** Takes back every filter but the period. */
export const NO_REVIEW_FILTERS = {
  from: undefined,
  to: undefined,
  class: undefined,
  stars: undefined,
  branchId: undefined,
  masterId: undefined,
  serviceId: undefined,
  tag: undefined,
  map: undefined,
  comesAgain: undefined,
  answered: undefined,
} satisfies Partial<Record<keyof ReviewSearch, undefined>>;

/** The days of a period that ends today. @param today `YYYY-MM-DD` */
export function daysOf(period: ReviewPeriod, today: string): { from?: string; to?: string } {
  const { days } = PERIODS[period];
  if (days === null) return {};
  const first = new Date(`${today}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - days + 1);
  return { from: first.toISOString().slice(0, 10), to: today };
}
