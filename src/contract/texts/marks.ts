/**
 * Markup of a message's text: `*bold*`, `_italic_`, `~struck~`, as WhatsApp reads it.
 *
 * The stored form of every text; editors and channels with other markup convert from it and to it.
 */

export const MARKS = ['bold', 'italic', 'strike'] as const;
export type Mark = (typeof MARKS)[number];

/** A run of text with the same marks. */
export type MarkedText = { text: string; marks: readonly Mark[] };

const SIGNS: Readonly<Record<Mark, string>> = { bold: '*', italic: '_', strike: '~' };
const MARK_OF: ReadonlyMap<string, Mark> = new Map(MARKS.map((mark) => [SIGNS[mark], mark]));

/**
 * A mark opens after a space or punctuation, encloses words without spaces at its ends, and closes before the same.
 * Links and code stay whole.
 */
const PATTERN =
  /(?<![\p{L}\p{N}])([*_~`])(?=\S)([^\n]+?)(?<=\S)\1(?![\p{L}\p{N}])|https?:\/\/[^\s<>]*[^\s<>.,;:!?)»"'*_~]/gu;

/** Braces enclose a variable: signs in its name are not markup. */
const VARIABLE = /\{[^{}\n]{1,60}\}/g;
/** Placeholder for a variable while marks are parsed. From the private use area: texts never contain it. */
const MASK = '\uE010';

/** Splits a text into runs of equal marks; the marks' signs are removed. */
export function readMarks(text: string): MarkedText[] {
  const variables = [...text.matchAll(VARIABLE)].map(([whole]) => whole);
  const runs = read(text.replaceAll(VARIABLE, MASK), []);
  return merge(runs.map((run) => ({ ...run, text: run.text.replaceAll(MASK, () => variables.shift() ?? '') })));
}

function read(text: string, around: readonly Mark[]): MarkedText[] {
  const runs: MarkedText[] = [];
  let end = 0;
  for (const match of text.matchAll(PATTERN)) {
    const [whole, sign = '', words = ''] = match;
    const mark = MARK_OF.get(sign);
    if (!mark || around.includes(mark)) continue;
    runs.push({ text: text.slice(end, match.index), marks: around });
    runs.push(
      ...read(
        words,
        MARKS.filter((one) => one === mark || around.includes(one)),
      ),
    );
    end = match.index + whole.length;
  }
  return [...runs, { text: text.slice(end), marks: around }];
}

/** Removes the marks' signs. */
export function withoutMarks(text: string): string {
  return readMarks(text)
    .map((run) => run.text)
    .join('');
}

/**
 * Writes runs as a text whose marks messengers read: a mark that begins or ends within a word is widened to the word,
 * one
 * that touches a space is narrowed to the words. Marks never cross a line's end.
 */
export function writeMarks(runs: readonly MarkedText[]): string {
  const letters = runs.flatMap(({ text, marks }) => piecesOf(text).map((piece) => ({ piece, marks: new Set(marks) })));
  const lines: Letter[][] = [[]];
  for (const letter of letters) {
    if (letter.piece === '\n') lines.push([]);
    else lines.at(-1)?.push(letter);
  }
  return lines.map(writeLine).join('\n');
}

/** A character, or a variable as one. */
type Letter = { piece: string; marks: Set<Mark> };

function piecesOf(text: string): string[] {
  return text.match(/\{[^{}\n]{1,60}\}|[\s\S]/gu) ?? [];
}

function writeLine(line: readonly Letter[]): string {
  for (const mark of MARKS) fitToWords(line, mark);
  const open: Mark[] = [];
  let written = '';
  const close = (isOver: (mark: Mark) => boolean) => {
    const words = written.trimEnd();
    const spaces = written.slice(words.length);
    let signs = '';
    while (open.some(isOver)) signs += SIGNS[open.pop() ?? 'bold'];
    if (signs) written = words + signs + spaces;
  };
  for (const [index, letter] of line.entries()) {
    close((mark) => !letter.marks.has(mark));
    // the longest opens first, so that marks close in the opposite order; none opens before a space
    const opening = MARKS.filter((mark) => letter.marks.has(mark) && !open.includes(mark) && !isSpace(letter));
    for (const mark of opening.toSorted((one, other) => lasting(line, index, other) - lasting(line, index, one))) {
      written += SIGNS[mark];
      open.push(mark);
    }
    written += letter.piece;
  }
  close(() => true);
  return written;
}

function fitToWords(line: readonly Letter[], mark: Mark): void {
  for (const [index, { marks }] of line.entries()) {
    if (!marks.has(mark)) continue;
    for (let at = index; at > 0 && isWord(line[at]) && isWord(line[at - 1]); at -= 1) line[at - 1]?.marks.add(mark);
    if (isWord(line[index]) && isWord(line[index + 1])) line[index + 1]?.marks.add(mark);
  }
  for (const [index, letter] of line.entries()) {
    const isEdge = !line[index - 1]?.marks.has(mark);
    if (letter.marks.has(mark) && isEdge && isSpace(letter)) letter.marks.delete(mark);
  }
  for (const [index, letter] of [...line.entries()].toReversed()) {
    const isEdge = !line[index + 1]?.marks.has(mark);
    if (letter.marks.has(mark) && isEdge && isSpace(letter)) letter.marks.delete(mark);
  }
}

function lasting(line: readonly Letter[], from: number, mark: Mark): number {
  const end = line.findIndex((letter, index) => index > from && !letter.marks.has(mark));
  return end < 0 ? line.length : end;
}

function isWord(letter: Letter | undefined): boolean {
  return letter !== undefined && /^(?:[\p{L}\p{N}]|\{.+\})/u.test(letter.piece);
}

function isSpace({ piece }: Letter): boolean {
  return /^\s$/u.test(piece);
}

function merge(runs: readonly MarkedText[]): MarkedText[] {
  const merged: MarkedText[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (run.text === '') continue;
    if (last && last.marks.join() === run.marks.join())
      merged.splice(-1, 1, { text: last.text + run.text, marks: last.marks });
    else merged.push(run);
  }
  return merged;
}
