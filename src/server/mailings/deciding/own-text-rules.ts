import type { MailingSettings } from '#contract/mailings/calls.ts';
import type { OwnTexts } from '#server/senders/changes/place-rules.ts';
import { placesOfTexts, withTextsAt } from '#server/texts/replacing/place-rules.ts';

const VARIANTS = 'experiment.variants';

/** Whether the text at a path is one of those that an A/B test compares with the mailing's own. */
export const isOfVariant = (path: string): boolean => path.startsWith(`${VARIANTS}.`);

/** The other texts of an A/B test. */
export const MAILING_TEXTS: OwnTexts<MailingSettings> = {
  placesIn: ({ experiment }) =>
    experiment?.variants.flatMap((texts, index) => placesOfTexts(`${VARIANTS}.${index}`, texts)) ?? [],
  withTextsAt({ experiment, ...settings }, textByPath) {
    const variants = experiment?.variants.map((texts, index) => withTextsAt(`${VARIANTS}.${index}`, texts, textByPath));
    return { ...settings, experiment: experiment && { ...experiment, variants: variants ?? [] } };
  },
};
