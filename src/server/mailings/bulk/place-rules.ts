import type { MailingSettings } from '#contract/mailings/calls.ts';
import {
  placesOfContent,
  placesOfTexts,
  type TextByPath,
  type TextPlace,
  titlePlace,
  withContentTexts,
  withTextsAt,
} from '#server/texts/replacing/place-rules.ts';

/** The searchable parts of a mailing: its title and settings. */
export type Writing = { title: string; settings: MailingSettings };

const VARIANTS = 'experiment.variants';

/** Every text that a contact or the owner reads: the title, the message, the other texts of an A/B test. */
export function textsOf({ title, settings: { content, experiment } }: Writing): TextPlace[] {
  const variants = experiment?.variants ?? [];
  return [
    titlePlace(title),
    ...placesOfContent(content),
    ...variants.flatMap((texts, index) => placesOfTexts(`${VARIANTS}.${index}`, texts)),
  ].filter(({ text }) => text !== '');
}

/** Whether the text at a path is one of those that an A/B test compares with the mailing's own. */
export const isOfVariant = (path: string): boolean => path.startsWith(`${VARIANTS}.`);

/** Returns a copy with other texts at some of its paths. */
export function withTexts({ title, settings }: Writing, textByPath: TextByPath): Writing {
  const { content, experiment } = settings;
  const variants = experiment?.variants ?? [];
  return {
    title: textByPath.get('title') ?? title,
    settings: {
      ...settings,
      content: withContentTexts(content, textByPath),
      experiment: experiment && {
        ...experiment,
        variants: variants.map((texts, index) => withTextsAt(`${VARIANTS}.${index}`, texts, textByPath)),
      },
    },
  };
}
