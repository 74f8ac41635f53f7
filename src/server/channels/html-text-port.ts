import { type Mark, readMarks } from '#contract/texts/marks.ts';

const TAGS: Readonly<Record<Mark, string>> = { bold: 'b', italic: 'i', strike: 's' };

/**
 * Writes our marks as HTML, for messengers that read it. A text without marks is sent unchanged.
 *
 * @returns the text, and whether it is HTML
 */
export function htmlText(text: string): { words: string; isHtml: boolean } {
  const runs = readMarks(text);
  if (runs.every(({ marks }) => marks.length === 0)) return { words: text, isHtml: false };
  const words = runs.map((run) =>
    run.marks.reduceRight((inner, mark) => `<${TAGS[mark]}>${inner}</${TAGS[mark]}>`, escape(run.text)),
  );
  return { words: words.join(''), isHtml: true };
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
