import type { RfmThresholds } from '#contract/audiences/rfm.ts';
import { LATE_FROM, LOST_FROM, type RfmGroup, SLEEPING_FROM } from '#contract/audiences/values.ts';

/** The values that a client's group follows from; sums are of the dashboard's months. */
export type RfmClient = {
  daysSince: number;
  /** Null: too few visits; that of the thresholds counts. */
  usualDays: number | null;
  visits: number;
  /** In all time. */
  visitsEver: number;
  spentMinor: number;
};

export type RfmPlace = {
  /** 1 on time, 2 late, 3 sleeping, 4 lost. */
  recency: number;
  /** 1 seldom, 2 sometimes, 3 often. */
  frequency: number;
  /** 1, or 2 for those who pay well. */
  money: number;
  group: RfmGroup;
};

/** Visits from which a client comes more than seldom. */
const SOMETIMES_FROM = 2;

/** Puts a client into one cell and one group. */
export function placeOf(client: RfmClient, thresholds: RfmThresholds): RfmPlace {
  const place = {
    recency: recencyOf(client, thresholds),
    frequency: frequencyOf(client.visits, thresholds),
    money: client.spentMinor >= thresholds.paysWellFromMinor && client.spentMinor > 0 ? 2 : 1,
  };
  return { ...place, group: groupOf(place, client.visitsEver === 1) };
}

function frequencyOf(visits: number, { oftenFrom }: RfmThresholds): number {
  if (visits >= oftenFrom) return 3;
  return visits >= SOMETIMES_FROM ? 2 : 1;
}

function recencyOf({ daysSince, usualDays }: RfmClient, thresholds: RfmThresholds): number {
  const intervals = daysSince / (usualDays ?? thresholds.usualDays);
  if (intervals > thresholds.lostFrom) return 4;
  if (intervals > thresholds.sleepingFrom) return 3;
  return intervals > thresholds.lateFrom ? 2 : 1;
}

/** A client who came once is new, then came once, then lost. */
function groupOf({ recency, frequency, money }: Omit<RfmPlace, 'group'>, isOnce: boolean): RfmGroup {
  if (recency === 4) return 'lost';
  if (isOnce) return recency === 1 ? 'new' : 'once';
  if (recency === 3) return 'sleeping';
  if (recency === 2) return 'at_risk';
  if (frequency < 3) return 'promising';
  return money === 2 ? 'champions' : 'loyal';
}

/** Visits from which a client comes often, by the months of a dashboard. */
const OFTEN_FROM: Readonly<Record<number, number>> = { 6: 3, 12: 5 };
const OFTEN_FROM_LONGER = 8;

/** Days between visits where too few clients have an interval of their own. */
const DEFAULT_DAYS = 30;
/** Clients with an interval of their own from which the usual one is known. */
const FEWEST_INTERVALS = 10;

/** A base of clients. */
export type RfmBase = {
  clients: number;
  /** Clients with an interval of their own, and their median in days. */
  intervals: number;
  medianDays: number | null;
  /** The sum that two thirds of those who paid did not exceed. */
  upperTercileMinor: number | null;
};

/** Suggests bounds that fit the base; money in plain numbers. */
export function thresholdsFor(
  { intervals, medianDays, upperTercileMinor }: RfmBase,
  months: number | null,
): RfmThresholds {
  return {
    usualDays: intervals >= FEWEST_INTERVALS && medianDays !== null ? medianDays : DEFAULT_DAYS,
    lateFrom: LATE_FROM,
    sleepingFrom: SLEEPING_FROM,
    lostFrom: LOST_FROM,
    oftenFrom: OFTEN_FROM[months ?? 0] ?? OFTEN_FROM_LONGER,
    paysWellFromMinor: plainNumber(upperTercileMinor ?? 0),
  };
}

const PLAIN = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Rounds to a number people would say: 1, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 with zeros. */
export function plainNumber(value: number): number {
  if (value <= 0) return 0;
  const unit = 10 ** Math.floor(Math.log10(value));
  const nearest = PLAIN.reduce((best, one) =>
    Math.abs(one * unit - value) < Math.abs(best * unit - value) ? one : best,
  );
  return Math.round(nearest * unit);
}
