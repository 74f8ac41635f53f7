import type { FlowSettings } from '#contract/flows/calls.ts';
import {
  placesOfContent,
  type TextByPath,
  type TextPlace,
  titlePlace,
  withContentTexts,
} from '#server/texts/replacing/place-rules.ts';

/** The searchable parts of a flow: its title and settings. */
export type Writing = { title: string; settings: FlowSettings };

/** The path of the value of `{reviewForm}`. */
const REVIEW_ADDRESS = 'options.reviewUrl';

/** Every text that a contact or the owner reads: the title, the message, the address of reviews. */
export function textsOf({ title, settings: { content, options } }: Writing): TextPlace[] {
  return [
    titlePlace(title),
    ...placesOfContent(content),
    ...(options.reviewUrl
      ? [{ path: REVIEW_ADDRESS, text: options.reviewUrl, kind: 'address' as const, mayBeEmpty: true }]
      : []),
  ];
}

/** Returns a copy with other texts at some of its paths. */
export function withTexts({ title, settings }: Writing, textByPath: TextByPath): Writing {
  const at = (path: string, text: string) => textByPath.get(path) ?? text;
  const { content, options } = settings;
  return {
    title: at('title', title),
    settings: {
      ...settings,
      content: withContentTexts(content, textByPath),
      options: options.reviewUrl ? { ...options, reviewUrl: at(REVIEW_ADDRESS, options.reviewUrl) || null } : options,
    },
  };
}
