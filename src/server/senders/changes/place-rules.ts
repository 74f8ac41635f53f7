import type { TextContent } from '#contract/texts/calls.ts';
import {
  placesOfContent,
  type TextByPath,
  type TextPlace,
  titlePlace,
  withContentTexts,
} from '#server/texts/replacing/place-rules.ts';

/** The searchable parts of a sender. */
export type Writing<Settings> = { title: string; settings: Settings };

type WithContent = { content: TextContent };

/** The texts of a kind's settings beside those of its message. */
export type OwnTexts<Settings extends WithContent> = {
  placesIn(settings: Settings): TextPlace[];
  /** Returns a copy with other texts at some of these places. */
  withTextsAt(settings: Settings, textByPath: TextByPath): Settings;
};

/** Every text that a contact or the owner reads: the title, the message, and the kind's own. Empty ones are left out. */
export function textsOf<Settings extends WithContent>(
  own: OwnTexts<Settings>,
  { title, settings }: Writing<Settings>,
): TextPlace[] {
  return [titlePlace(title), ...placesOfContent(settings.content), ...own.placesIn(settings)].filter(
    ({ text }) => text !== '',
  );
}

/** Returns a copy with other texts at some of its paths. */
export function withTexts<Settings extends WithContent>(
  own: OwnTexts<Settings>,
  { title, settings }: Writing<Settings>,
  textByPath: TextByPath,
): Writing<Settings> {
  const content = withContentTexts(settings.content, textByPath);
  return {
    title: textByPath.get('title') ?? title,
    settings: own.withTextsAt({ ...settings, content }, textByPath),
  };
}
