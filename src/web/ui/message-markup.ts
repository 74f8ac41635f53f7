/** A piece of a message with one look. */
export type TextPiece = { text: string; look: 'plain' | 'bold' | 'italic' | 'strike' | 'code' | 'link' };

const MARKS = { '*': 'bold', _: 'italic', '~': 'strike', '`': 'code' } as const;

/** A mark opens after a space or punctuation, hugs its words, and closes before the same; that is how WhatsApp reads it. */
const PATTERN =
  /(?<![\p{L}\p{N}])([*_~`])(?=\S)([^\n]+?)(?<=\S)\1(?![\p{L}\p{N}])|https?:\/\/[^\s<>]*[^\s<>.,;:!?)»"']/gu;

/** Splits a message as messengers draw it: marked words and links. */
export function messagePieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(PATTERN)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), look: 'plain' });
    const [whole, mark, words] = match;
    pieces.push(words && isMark(mark) ? { text: words, look: MARKS[mark] } : { text: whole, look: 'link' });
    end = match.index + whole.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), look: 'plain' });
  return pieces;
}

function isMark(mark: string | undefined): mark is keyof typeof MARKS {
  return mark !== undefined && Object.hasOwn(MARKS, mark);
}
