import type { FlowSettings } from '#contract/flows.ts';
import { messageFromTaggedText } from '#contract/text-html.ts';
import { withoutMarks } from '#contract/text-marks.ts';
import { wrongField } from '#server/platform/problem.ts';

/**
 * Settings as they may be kept: of tags in texts, as programs send them, bold, italic and variables become our marks;
 * of others the words stay, of scripts nothing. A template's parameters have no looks.
 *
 * @throws {Problem} when nothing is left of the text
 */
export function cleanSettings(settings: FlowSettings): FlowSettings {
  const { texts, templates } = settings.content;
  const cleaned = Object.entries(texts).map(([language, text]) => [language, messageFromTaggedText(text)] as const);
  const own = { ...texts, ...Object.fromEntries(cleaned) };
  if (own.default.trim() === '') throw wrongField('settings.content.texts.default', 'required');
  const plain = templates.map((template) => ({ ...template, parameters: template.parameters.map(cleanParameter) }));
  return { ...settings, content: { ...settings.content, texts: own, templates: plain } };
}

function cleanParameter(parameter: string): string {
  const cleaned = messageFromTaggedText(parameter);
  return cleaned === parameter ? parameter : withoutMarks(cleaned) || '—';
}
