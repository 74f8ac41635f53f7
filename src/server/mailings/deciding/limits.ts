import type { ChannelTraits } from '#contract/channels/kind.ts';
import { newContactsOn, type WarmUpState } from '#server/channels/warm-up/warm-up-rules.ts';

type Limited = {
  traits: Pick<ChannelTraits, 'mailingsPerDay'>;
  dailyCap: number | null;
  /** Shared by channels of one portfolio. */
  peoplePerDay: number | null;
  portfolio: string | null;
  warmUp?: WarmUpState | null;
};

/**
 * Most messages a day of a mailing: the owner's wish, and what its channels take together. A channel that is warmed up
 * takes as many as its day allows: most recipients of a mailing are new to it. Null: any number.
 *
 * @param daysAhead 0 is today
 */
export function dayLimitOf(wished: number | null, channels: readonly Limited[], daysAhead = 0): number | null {
  const ofPortfolios = portfoliosOf(channels).map((sharing) => {
    const own = sharing.map(({ traits, dailyCap, warmUp }) =>
      lowest([traits.mailingsPerDay, dailyCap, warmUp ? newContactsOn(warmUp, daysAhead) : null]),
    );
    return lowest([sumOf(own), ...sharing.map(({ peoplePerDay }) => peoplePerDay)]);
  });
  return lowest([wished, channels.length > 0 ? sumOf(ofPortfolios) : null]);
}

/** Channels that share a limit of people, together; one without a portfolio stands alone. */
export function portfoliosOf<Channel extends Pick<Limited, 'portfolio'>>(channels: readonly Channel[]): Channel[][] {
  return [...Map.groupBy(channels, (channel) => channel.portfolio ?? channel).values()];
}

/** Null: any number. */
const sumOf = (limits: readonly (number | null)[]) =>
  limits.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);

function lowest(limits: readonly (number | null)[]): number | null {
  const known = limits.filter((limit) => limit !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
