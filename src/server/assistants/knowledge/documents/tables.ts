import type { KnowledgePlace } from '#contract/assistants/knowledge.ts';
import type { Block } from './blocks.ts';

/** Columns of a table that are read; the others are left out. */
export const MAX_COLUMNS = 200;

export type TableRow = { cells: readonly string[]; place: KnowledgePlace | null };

/**
 * Makes blocks of the rows of a table as they come: the first row of several short texts names the columns, and a row
 * with one cell among rows of several is a heading.
 */
export function tableReader(): (row: TableRow) => Block[] {
  let titles: string[] | null = null;
  return ({ cells: all, place }) => {
    const cells = all.slice(0, MAX_COLUMNS).map(oneLine);
    const filled = cells.filter((cell) => cell !== '');
    if (filled.length === 0) return [];
    if (filled.length === 1)
      return [lonely(filled[0] ?? '', { place, isInTable: cells.length > 1 || titles !== null })];
    if (titles === null) {
      titles = isHead(filled) ? cells : [];
      if (titles.length > 0) return [];
    }
    return [{ kind: 'row', titles, cells, place }];
  };
}

const LONGEST_HEADING = 120;

function lonely(text: string, { place, isInTable }: { place: KnowledgePlace | null; isInTable: boolean }): Block {
  return isInTable && text.length <= LONGEST_HEADING && !/[.!?]$/.test(text)
    ? { kind: 'heading', level: 3, text, place }
    : { kind: 'text', text, place };
}

const LONGEST_TITLE = 60;

/** Whether cells name columns: short words, none of them a number, an address or a phone. */
const isHead = (filled: readonly string[]): boolean =>
  filled.every((cell) => cell.length <= LONGEST_TITLE && /\p{L}/u.test(cell) && !/\d{2}|@|:\/\//.test(cell));

const oneLine = (cell: string): string => cell.replaceAll(/\s+/g, ' ').trim();
