import type { ConversionEffect } from '#contract/insights/conversion.ts';

/** Normal quantile of a 95 % interval: one time in twenty the true value lies outside. */
const Z = 1.959964;
/** Least number of held-out contacts; with fewer, a single contact changes the result. */
const MIN_HELD = 30;
/** Largest half-width of an interval, as a share of one; a wider interval is not conclusive. */
const WIDEST_HALF = 0.1;

/** The number of contacts, and how many of them came. */
export type Group = { count: number; visited: number };

/** The 95 % Wilson score interval of a share; from 0 to 1 for an empty group. */
export function wilson({ count, visited }: Group): { low: number; high: number } {
  if (count === 0) return { low: 0, high: 1 };
  const share = visited / count;
  const middle = share + Z ** 2 / (2 * count);
  const half = Z * Math.sqrt((share * (1 - share)) / count + Z ** 2 / (4 * count ** 2));
  const scale = 1 + Z ** 2 / count;
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}

/** The difference of the two groups' shares, with its 95 % interval by Newcombe's method 10. */
export function differenceOf(one: Group, other: Group): { difference: number; low: number; high: number } {
  const [first, second] = [shareOf(one), shareOf(other)];
  const [a, b] = [wilson(one), wilson(other)];
  const difference = first - second;
  return {
    difference,
    low: difference - Math.hypot(first - a.low, b.high - second),
    high: difference + Math.hypot(a.high - first, second - b.low),
  };
}

/**
 * The visits that messages caused: the difference of the sent group's share and the control group's, times the sent
 * contacts.
 *
 * @param isOn whether the control group is in use
 */
export function effectOf(sent: Group, control: Group, isOn: boolean): ConversionEffect {
  if (control.count === 0 && !isOn) return { state: 'off' };
  const compared = {
    sent: sent.count,
    sentVisited: sent.visited,
    held: control.count,
    heldVisited: control.visited,
  };
  const { difference, low, high } = differenceOf(sent, control);
  const isSure = low > 0 || high < 0;
  const isTooWide = !isSure && high - low > 2 * WIDEST_HALF;
  if (control.count < MIN_HELD || sent.count < MIN_HELD || isTooWide)
    return { state: 'gathering', ...compared, needed: stillNeeded(sent, control) };
  const visits = (share: number) => Math.round(share * sent.count);
  return { state: 'measured', ...compared, visits: visits(difference), low: visits(low), high: visits(high), isSure };
}

/**
 * The number of contacts to hold out until the interval is narrow enough, if they come at the same rate.
 *
 * @returns null where no number is enough: too few messages were sent
 */
export function stillNeeded(sent: Group, control: Group): number | null {
  if (sent.count < MIN_HELD) return null;
  const spread = ({ count, visited }: Group) => {
    const share = (visited + 1) / (count + 2); // NOTE: no visits so far does not mean a rate of zero
    return share * (1 - share);
  };
  const left = (WIDEST_HALF / Z) ** 2 - spread(sent) / sent.count;
  if (left <= 0) return null;
  const wanted = Math.ceil(spread(control.count === 0 ? sent : control) / left);
  return Math.max(MIN_HELD - control.count, wanted - control.count, 1);
}

const shareOf = ({ count, visited }: Group) => (count === 0 ? 0 : visited / count);

/** A text of an A/B test: the contacts who got it, and how many did what it aims at. */
export type Arm = { count: number; succeeded: number };

/** Points at which the chance to be the best is summed up, between a rate of 0 and of 1. */
const STEPS = 2_000;

/**
 * The chance of each text to have the highest rate, given what was seen so far; the chances sum up to 1.
 *
 * The rate of a text has the distribution Beta(1 + k, 1 + n − k). The chance that it is the highest is the integral of
 * its density times the others' distribution functions, here summed over equal steps.
 */
export function chancesToBeBest(arms: readonly Arm[]): number[] {
  const densities = arms.map(densityOf);
  const below = densities.map(runningSum);
  const chances = densities.map((density, arm) =>
    density.reduce(
      (sum, share, step) =>
        sum + share * below.reduce((product, of, other) => (other === arm ? product : product * (of[step] ?? 1)), 1),
      0,
    ),
  );
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  return chances.map((chance) => chance / all);
}

/** The share of a text's distribution in each step. */
function densityOf({ count, succeeded }: Arm): number[] {
  const logs = Array.from({ length: STEPS }, (_, step) => {
    const rate = (step + 0.5) / STEPS;
    return succeeded * Math.log(rate) + (count - succeeded) * Math.log1p(-rate);
  });
  const highest = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - highest));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / all);
}

/** The part below the middle of each step. */
function runningSum(shares: readonly number[]): number[] {
  let sum = 0;
  return shares.map((share) => {
    const middle = sum + share / 2;
    sum += share;
    return middle;
  });
}
