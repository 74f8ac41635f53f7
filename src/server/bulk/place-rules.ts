import type { FlowSettings } from '#contract/flows.ts';
import { namesOf } from '#server/platform/diff-rules.ts';

/** The searchable parts of a flow: its title and settings. */
export type Writing = { title: string; settings: FlowSettings };

/** The path of the value of `{reviewForm}`. */
export const REVIEW_ADDRESS = 'options.reviewUrl';

/** One text of a flow. `path` has the format of the paths in version diffs. */
export type TextPlace = { path: string; text: string };

/** Every text that a contact or the owner reads: the title, messages, buttons, all addresses and phones, template parameters. */
export function textsOf({ title, settings }: Writing): TextPlace[] {
  const { texts, buttons, templates } = settings.content;
  const names = namesOf(templates);
  return [
    { path: 'title', text: title },
    ...Object.entries(texts).map(([language, text]) => ({ path: `content.texts.${language}`, text })),
    ...buttons.flatMap((button) => {
      const path = `content.buttons.${button.type}`;
      return [
        { path: `${path}.title`, text: button.title },
        ...(button.type === 'answer' && button.declineTitle !== null
          ? [{ path: `${path}.declineTitle`, text: button.declineTitle }]
          : []),
        ...(button.type === 'url' ? [{ path: `${path}.url`, text: button.url }] : []),
        ...(button.type === 'call' ? [{ path: `${path}.phone`, text: button.phone }] : []),
      ];
    }),
    ...templates.flatMap(({ parameters }, index) =>
      parameters.map((text, place) => ({ path: `content.templates.${names[index]}.parameters.${place}`, text })),
    ),
    { path: REVIEW_ADDRESS, text: settings.options.reviewUrl ?? '' },
  ].filter(({ text }) => text !== '');
}

/** Returns a copy with other texts at some of its paths. */
export function withTexts(writing: Writing, textByPath: ReadonlyMap<string, string>): Writing {
  const at = (path: string, text: string) => textByPath.get(path) ?? text;
  const { content, options } = writing.settings;
  const texts = Object.entries(content.texts).map(([language, text]) => [
    language,
    at(`content.texts.${language}`, text),
  ]);
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
    parameters: template.parameters.map((text, place) =>
      at(`content.templates.${names[index]}.parameters.${place}`, text),
    ),
  }));
  return {
    title: at('title', writing.title),
    settings: {
      ...writing.settings,
      content: { ...content, texts: { ...content.texts, ...Object.fromEntries(texts) }, buttons, templates },
      options: options.reviewUrl ? { ...options, reviewUrl: at(REVIEW_ADDRESS, options.reviewUrl) || null } : options,
    },
  };
}
