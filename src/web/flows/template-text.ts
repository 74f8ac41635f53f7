import type { ChannelTemplate } from '#contract/channels.ts';
import type { FlowSettings, FlowTemplate } from '#contract/flows.ts';
import type { Language } from '#contract/primitives.ts';
import { isLanguage } from '#web/lib/language.ts';

/**
 * Settings whose text is what the chosen template says, so that a preview of the template is one of the text.
 *
 * @param chosen the flow's templates in one channel
 * @param known the channel's templates as last read
 * @returns null when none of the chosen is known any more
 */
export function withTemplateText(
  settings: FlowSettings,
  chosen: readonly FlowTemplate[],
  known: readonly ChannelTemplate[],
): FlowSettings | null {
  const written = chosen.flatMap(({ name, language, parameters }) => {
    const template = known.find((one) => one.name === name && one.language === language);
    return template ? [{ language, text: fill(template.body, parameters) }] : [];
  });
  const [first] = written;
  if (!first) return null;
  const own = written.flatMap(({ language, text }) => {
    const ours = ourLanguage(language);
    return ours ? [[ours, text] as const] : [];
  });
  const texts = { ...Object.fromEntries(own), default: first.text };
  return { ...settings, content: { ...settings.content, texts, buttons: [], imageId: null } };
}

/** The buttons of the chosen template in a language; of the first where it has none. */
export function templateButtons(
  chosen: readonly FlowTemplate[],
  known: readonly ChannelTemplate[],
  language: Language,
): string[] {
  const own = chosen.find((one) => ourLanguage(one.language) === language) ?? chosen[0];
  const template = known.find((one) => one.name === own?.name && one.language === own.language);
  return (template?.buttons ?? []).map(({ text }) => text);
}

function ourLanguage(language: string): Language | undefined {
  const code = language.toLowerCase().replace('-', '_');
  return isLanguage(code) ? code : undefined;
}

/** `{{1}}` and so on, by what fills them. */
function fill(body: string, parameters: readonly string[]): string {
  return body.replaceAll(/\{\{(\d+)\}\}/g, (_whole, place: string) => parameters[Number(place) - 1] ?? '');
}
