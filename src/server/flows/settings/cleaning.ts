import type { FlowSettings } from '#contract/flows.ts';
import { messageFromTaggedText } from '#contract/text-html.ts';
import { withoutMarks } from '#contract/text-marks.ts';
import { wrongField } from '#server/platform/problem.ts';

/**
 * Cleans settings for storage. HTML tags in texts, as API clients send them, become our marks for bold, italic and variables; the text of
 * other tags stays, scripts are removed. Parameters of templates lose all formatting.
 * @throws {Problem} when a text becomes empty
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
