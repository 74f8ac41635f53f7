import type { TextContent } from '#contract/texts/calls.ts';
import { messageFromTaggedText } from '#contract/texts/html.ts';
import { withoutMarks } from '#contract/texts/marks.ts';

/**
 * Cleans a text for storage. HTML tags, as API clients send them, become our marks for bold, italic and variables; the text of other tags
 * stays, scripts are removed, so that a text may become empty. Parameters of templates lose all formatting.
 */
export function cleanContent(content: TextContent): TextContent {
  const { texts, templates } = content;
  const plain = templates.map((template) => ({ ...template, parameters: template.parameters.map(cleanParameter) }));
  return { ...content, texts: cleanTexts(texts), templates: plain };
}

/** Cleans the texts of a message, as {@link cleanContent} does. */
export function cleanTexts(texts: TextContent['texts']): TextContent['texts'] {
  const cleaned = Object.entries(texts).map(([language, text]) => [language, messageFromTaggedText(text)] as const);
  return { ...texts, ...Object.fromEntries(cleaned) };
}

function cleanParameter(parameter: string): string {
  const cleaned = messageFromTaggedText(parameter);
  return cleaned === parameter ? parameter : withoutMarks(cleaned) || '—';
}
