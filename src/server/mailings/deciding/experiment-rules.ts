import type { VariantResult } from '#contract/mailings/results.ts';
import type { MailingExperiment, MailingSettings } from '#contract/mailings/calls.ts';
import { chancesToBeBest, wilson } from '#server/platform/values/effect-rules.ts';

/** Messages of one text of an A/B test by step, and the contacts who came or ordered after theirs. */
export type VariantCounts = {
  variant: number;
  sent: number;
  delivered: number;
  read: number;
  replied: number;
  failed: number;
  visited: number;
};

/** The texts of an A/B test with their rates; the chance to be the best is 1 for a text alone. */
export function variantsOf(
  counts: readonly VariantCounts[],
  { content, experiment }: Pick<MailingSettings, 'content'> & { experiment: MailingExperiment },
): VariantResult[] {
  const texts = [content.texts, ...experiment.variants];
  const shown = texts.map((text, variant) => ({
    text: text.default,
    ...(counts.find((one) => one.variant === variant) ?? {
      variant,
      sent: 0,
      delivered: 0,
      read: 0,
      replied: 0,
      failed: 0,
      visited: 0,
    }),
  }));
  const arms = shown.map(({ sent, replied, visited }) => ({
    count: sent,
    succeeded: experiment.metric === 'replies' ? replied : visited,
  }));
  const chances = chancesToBeBest(arms);
  return shown.map((one, place) => {
    const { count = 0, succeeded = 0 } = arms[place] ?? {};
    const { low, high } = wilson({ count, visited: succeeded });
    return { ...one, rate: count === 0 ? 0 : succeeded / count, low, high, chance: chances[place] ?? 0 };
  });
}

/** The chance from which a text counts as surely better. */
const SURE = 0.95;

/** The variant that goes to the rest; null: none is surely better, and the owner wants to choose then. */
export function findWinner(
  variants: readonly VariantResult[],
  { otherwise }: Pick<MailingExperiment, 'otherwise'>,
): number | null {
  const [first, ...others] = variants;
  if (!first) return null;
  const best = others.reduce((one, other) => (other.chance > one.chance ? other : one), first);
  return best.chance >= SURE || otherwise === 'send_best' ? best.variant : null;
}
