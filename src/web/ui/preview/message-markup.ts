export type TextFormat = 'bold' | 'italic' | 'strike' | 'code' | 'link';

/** A piece of a message and how it looks; none is plain. */
export type TextPiece = { text: string; formats: readonly TextFormat[] };

const MARKS = { '*': 'bold', _: 'italic', '~': 'strike', '`': 'code' } as const;

/** A mark opens after a space or punctuation, hugs its words, and closes before the same; that is how WhatsApp reads it. */
const PATTERN =
  /(?<![\p{L}\p{N}])([*_~`])(?=\S)([^\n]+?)(?<=\S)\1(?![\p{L}\p{N}])|https?:\/\/[^\s<>]*[^\s<>.,;:!?)»"'*_~]/gu;

/** Splits a message as messengers draw it: marked words, also within each other, and links. */
export function messagePieces(text: string, around: readonly TextFormat[] = []): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(PATTERN)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), formats: around });
    const [whole, mark, words] = match;
    const format = isMark(mark) ? MARKS[mark] : 'link';
    if (format === 'link' || !words) pieces.push({ text: whole, formats: [...around, 'link'] });
    else if (format === 'code') pieces.push({ text: words, formats: [...around, 'code'] });
    else pieces.push(...messagePieces(words, [...around, format]));
    end = match.index + whole.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), formats: around });
  return pieces;
}

/** A message as a channel without looks shows it: its words alone. */
export function plainWords(text: string): string {
  return messagePieces(text)
    .map((piece) => (piece.formats.at(-1) === 'code' ? `\`${piece.text}\`` : piece.text))
    .join('');
}

function isMark(mark: string | undefined): mark is keyof typeof MARKS {
  return mark !== undefined && Object.hasOwn(MARKS, mark);
}
