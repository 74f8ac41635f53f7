import type { TextContent } from '#contract/texts/calls.ts';
import { namesOf } from '#server/platform/values/diff-rules.ts';

/** The kind of a text: it decides what may stand there. */
export type PlaceKind = 'title' | 'message' | 'parameter' | 'label' | 'address' | 'phone';

/** One text of a flow or mailing. `path` has the format of the paths in version diffs. */
export type TextPlace = { path: string; text: string; kind: PlaceKind; mayBeEmpty: boolean };

export const titlePlace = (title: string): TextPlace => ({
  path: 'title',
  text: title,
  kind: 'title',
  mayBeEmpty: false,
});

/** The texts of a message in its languages; only the default one must stay. */
export function placesOfTexts(path: string, texts: TextContent['texts']): TextPlace[] {
  return Object.entries(texts).map(([language, text]) => ({
    path: `${path}.${language}`,
    text,
    kind: 'message',
    mayBeEmpty: language !== 'default',
  }));
}

/** Every text of a message: its languages, buttons with their addresses and phones, template parameters. Empty ones are left out. */
export function placesOfContent({ texts, buttons, templates }: TextContent): TextPlace[] {
  const names = namesOf(templates);
  const place = (kind: PlaceKind, path: string, text: string): TextPlace => ({ path, text, kind, mayBeEmpty: false });
  return [
    ...placesOfTexts('content.texts', texts),
    ...buttons.flatMap((button) => {
      const path = `content.buttons.${button.type}`;
      return [
        place('label', `${path}.title`, button.title),
        ...(button.type === 'answer' && button.declineTitle !== null
          ? [place('label', `${path}.declineTitle`, button.declineTitle)]
          : []),
        ...(button.type === 'url' ? [place('address', `${path}.url`, button.url)] : []),
        ...(button.type === 'call' ? [place('phone', `${path}.phone`, button.phone)] : []),
      ];
    }),
    ...templates.flatMap(({ parameters }, index) =>
      parameters.map((text, number) =>
        place('parameter', `content.templates.${names[index]}.parameters.${number}`, text),
      ),
    ),
  ].filter(({ text }) => text !== '');
}

/** The text at each changed path; a path that is not there keeps its text. */
export type TextByPath = ReadonlyMap<string, string>;

/** Returns the texts of a message with others at some of their paths. */
export function withTextsAt<Texts extends TextContent['texts']>(
  path: string,
  texts: Texts,
  textByPath: TextByPath,
): Texts {
  const changed = Object.entries(texts).map(([language, text]) => [
    language,
    textByPath.get(`${path}.${language}`) ?? text,
  ]);
  return { ...texts, ...Object.fromEntries(changed) };
}

/** Returns a copy of a message with other texts at some of its paths. */
export function withContentTexts(content: TextContent, textByPath: TextByPath): TextContent {
  const at = (path: string, text: string) => textByPath.get(path) ?? text;
  const buttons = content.buttons.map((button) => {
    const path = `content.buttons.${button.type}`;
    const title = at(`${path}.title`, button.title);
    if (button.type === 'url') return { ...button, title, url: at(`${path}.url`, button.url) };
    if (button.type === 'call') return { ...button, title, phone: at(`${path}.phone`, button.phone) };
    if (button.declineTitle === null) return { ...button, title };
    return { ...button, title, declineTitle: at(`${path}.declineTitle`, button.declineTitle) };
  });
  const names = namesOf(content.templates);
  const templates = content.templates.map((template, index) => ({
    ...template,
    parameters: template.parameters.map((text, number) =>
      at(`content.templates.${names[index]}.parameters.${number}`, text),
    ),
  }));
  return { ...content, texts: withTextsAt('content.texts', content.texts, textByPath), buttons, templates };
}
