import type { KnowledgePlace } from '#contract/assistants/knowledge.ts';
import type { Block } from './blocks.ts';

/** A part of a document that is found and quoted as one. */
export type PassageText = { headings: string[]; text: string; place: KnowledgePlace | null };

/** Letters of a token on average, of Cyrillic and Latin together; an estimate is enough to size passages. */
const LETTERS_OF_TOKEN = 3.5;
/** A passage grows until it has the first, and never has more than the second. */
const FEW_LETTERS = 200 * LETTERS_OF_TOKEN;
const MOST_LETTERS = 400 * LETTERS_OF_TOKEN;

const LONGEST_HEADING = 200;
const MAX_HEADINGS = 4;

type Part = { text: string; headings: readonly string[]; level: number | null; place: KnowledgePlace | null };

/**
 * Makes passages of the blocks of a document as they come: a section of its own where it is long enough, several short
 * ones together, rows of a table each with the titles of their columns.
 */
export function passageMaker(): { take(block: Block): PassageText[]; rest(): PassageText[] } {
  const headings: { level: number; text: string }[] = [];
  const path = () => headings.map(({ text }) => text);
  let parts: Part[] = [];
  let length = 0;
  const flush = (): PassageText[] => {
    const made = parts.some(({ level }) => level === null) ? [passageOf(parts)] : [];
    [parts, length] = [[], 0];
    return made;
  };
  const add = (part: Part): PassageText[] => {
    const made = length > 0 && length + part.text.length > MOST_LETTERS ? flush() : [];
    parts.push(part);
    length += part.text.length + 1;
    return made;
  };
  return {
    take(block) {
      if (block.kind === 'heading') {
        const text = block.text.replaceAll(/\s+/g, ' ').slice(0, LONGEST_HEADING);
        const made = length >= FEW_LETTERS ? flush() : [];
        while (headings.length > 0 && (headings.at(-1)?.level ?? 0) >= block.level) headings.pop();
        const around = path();
        headings.push({ level: block.level, text });
        if (headings.length > MAX_HEADINGS) headings.shift();
        return [...made, ...add({ text, headings: around, level: block.level, place: block.place })];
      }
      if (block.kind !== 'text' && block.kind !== 'row') return [];
      const text = block.kind === 'row' ? rowText(block) : block.text;
      const made = splitText(text).flatMap((piece) =>
        add({ text: piece, headings: path(), level: null, place: block.place }),
      );
      return length >= MOST_LETTERS ? [...made, ...flush()] : made;
    },
    rest: flush,
  };
}

/** The headings that all parts have in common stand above the text, and are not repeated in it. */
function passageOf(parts: readonly Part[]): PassageText {
  const first = parts.find(({ level }) => level === null);
  const above = first?.headings ?? [];
  /** A heading of the first text restricts nothing: it is above it. */
  const isAbove = (part: Part) => part.level !== null && pathOf(part).every((heading, at) => heading === above[at]);
  const others = parts.filter((part) => !isAbove(part));
  const differing = above.findIndex((heading, at) => others.some((part) => pathOf(part)[at] !== heading));
  const common = differing === -1 ? above : above.slice(0, differing);
  const lines = parts.filter((part) => !(isAbove(part) && pathOf(part).length <= common.length));
  return { headings: [...common], text: lines.map(({ text }) => text).join('\n'), place: first?.place ?? null };
}

const pathOf = ({ headings, level, text }: Part): readonly string[] =>
  level === null ? headings : [...headings, text];

/** "Service: Haircut; Price: 1 500": a row can be read without the table around it. */
function rowText({ titles, cells }: Extract<Block, { kind: 'row' }>): string {
  const filled = cells.flatMap((cell, at) => {
    if (cell === '') return [];
    return [titles[at] ? `${titles[at]}: ${cell}` : cell];
  });
  return filled.join(titles.some(Boolean) ? '; ' : ' | ');
}

/** Pieces of a long text that fit into passages, cut between lines, else sentences, else words. */
function splitText(text: string): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > MOST_LETTERS) {
    const end = cutOf(rest);
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}

function cutOf(text: string): number {
  const start = text.slice(0, MOST_LETTERS);
  for (const boundary of [/\n(?=[^\n]*$)/, /[.!?…](?=\s[^.!?…]*$)/, /\s(?=\S*$)/]) {
    const at = start.search(boundary);
    if (at >= MOST_LETTERS / 2) return at + 1;
  }
  return MOST_LETTERS;
}
