import type { JSONContent } from '@tiptap/core';
import { type Mark, type MarkedText, MARKS, readMarks, writeMarks } from '#contract/texts/marks.ts';

/** Text in braces on one line is a variable, known or not, as on the server. */
const VARIABLE = /\{([^{}\n]{1,60})\}/g;

/** A message as the editor holds it: a line is a paragraph, a variable one piece with its marks. */
export function toDocument(message: string): JSONContent {
  return { type: 'doc', content: message.split('\n').map((line) => ({ type: 'paragraph', content: toPieces(line) })) };
}

/** The pieces of one line, for drawing it too. */
export function toPieces(line: string): JSONContent[] {
  return readMarks(line).flatMap(({ text, marks }) => {
    const style = marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {};
    return splitVariables(text).map((piece) =>
      'name' in piece ? { type: 'variable', attrs: piece, ...style } : { type: 'text', ...piece, ...style },
    );
  });
}

/** The message of a document: what `toDocument` was given, but for marks that no messenger would read. */
export function toMessage(document: JSONContent): string {
  const lines = (document.content ?? []).map((paragraph) => (paragraph.content ?? []).flatMap(runOf));
  return writeMarks(lines.flatMap((line, index) => (index === 0 ? line : [{ text: '\n', marks: [] }, ...line])));
}

/** Names in braces that are none of ours, each once. */
export function unknownNames(message: string, isKnown: (name: string) => boolean): string[] {
  const names = [...message.matchAll(VARIABLE)].map(([, name = '']) => name.trim());
  return [...new Set(names.filter((name) => !isKnown(name)))];
}

type Piece = { text: string } | { name: string };

function splitVariables(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(VARIABLE)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ name: (match[1] ?? '').trim() });
    end = match.index + match[0].length;
  }
  return end < text.length ? [...pieces, { text: text.slice(end) }] : pieces;
}

function runOf({ type, text = '', attrs, marks = [] }: JSONContent): MarkedText[] {
  const known = marks.flatMap((mark): Mark[] => MARKS.filter((one) => one === mark.type));
  if (type === 'variable') return [{ text: `{${String(attrs?.name ?? '')}}`, marks: known }];
  return type === 'text' ? [{ text, marks: known }] : [];
}
