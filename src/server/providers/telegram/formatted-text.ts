import { type Mark, readMarks } from '#contract/texts/marks.ts';

const TAGS: Readonly<Record<Mark, string>> = { bold: 'b', italic: 'i', strike: 's' };

/**
 * Formats a text for Telegram: our marks become its HTML. A text without marks is sent unchanged.
 *
 * @returns the text, and the parameter that names its format
 */
export function formattedText(text: string): { words: string; parseMode: { parse_mode?: 'HTML' } } {
  const runs = readMarks(text);
  if (runs.every(({ marks }) => marks.length === 0)) return { words: text, parseMode: {} };
  const words = runs.map((run) =>
    run.marks.reduceRight((inner, mark) => `<${TAGS[mark]}>${inner}</${TAGS[mark]}>`, escape(run.text)),
  );
  return { words: words.join(''), parseMode: { parse_mode: 'HTML' } };
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
