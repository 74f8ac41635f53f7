import type { ChecklistItem } from '#contract/quality/checklists.ts';
import type { SpokenLine } from '#contract/quality/talks.ts';
import type { Verdict } from '#contract/quality/values.ts';
import type { Finding, JudgedItem } from './prompt-rules.ts';
import { lineOfQuote } from './quote-rules.ts';

/** A line of the part as it was sent, by its number. */
export type SentLine = Pick<SpokenLine, 'side'> & { number: number; text: string };

/** A verdict with evidence that stands in the talk. */
export type CheckedVerdict = {
  itemId: string;
  verdict: Verdict;
  quote: string | null;
  /** Number of the line. */
  line: number | null;
  comment: string;
  rootCause: string | null;
};

export type NumberedItem = { number: number; item: Pick<ChecklistItem, 'id' | 'part' | 'rootCauses' | 'mayNotApply'> };

const LONGEST = { quote: 400, comment: 400 };

/** Sorts an answer into verdicts whose evidence stands in the talk, and findings about the others. */
export function checkVerdicts(
  items: readonly NumberedItem[],
  answered: readonly JudgedItem[],
  lines: readonly SentLine[],
): { accepted: CheckedVerdict[]; findings: Finding[] } {
  const texts = new Map(lines.map(({ number, text }) => [number, text]));
  const accepted: CheckedVerdict[] = [];
  const findings: Finding[] = [];
  for (const one of items) {
    const answer = answered.find(({ item }) => item === one.number);
    const problem = answer ? problemOf(one, answer, texts) : 'there was no verdict';
    if (!answer || problem) findings.push({ item: one.number, problem: problem ?? '' });
    else accepted.push(accept(one, answer, { lines, texts }));
  }
  return { accepted, findings };
}

/** The verdict on an item that the model could not support: a person must look. */
export function unclearVerdict({ item }: NumberedItem): CheckedVerdict {
  return { itemId: item.id, verdict: 'unclear', quote: null, line: null, comment: '', rootCause: null };
}

function problemOf({ item }: NumberedItem, answer: JudgedItem, texts: ReadonlyMap<number, string>): string | null {
  if (answer.verdict === 'na') return item.mayNotApply ? null : 'the item always applies, so the verdict is yes or no';
  if (answer.quote.trim() === '') return 'it has no quote';
  if (lineOfQuote(answer.quote, answer.lines, texts) !== null) return null;
  const stated = answer.lines.length > 0 ? answer.lines.slice(0, 5).join(', ') : 'none';
  return `the quote does not stand in the stated lines (${stated}); copy words of one line exactly and give its number`;
}

function accept(
  { item }: NumberedItem,
  answer: JudgedItem,
  { lines, texts }: { lines: readonly SentLine[]; texts: ReadonlyMap<number, string> },
): CheckedVerdict {
  const { verdict } = answer;
  const comment = answer.comment.trim().slice(0, LONGEST.comment);
  if (verdict === 'na') return { itemId: item.id, verdict, quote: null, line: null, comment, rootCause: null };
  const place = verdict === 'no' ? placeOfMissing(item, lines) : null;
  return {
    itemId: item.id,
    verdict,
    quote: (place?.text ?? answer.quote).trim().slice(0, LONGEST.quote),
    line: place?.number ?? lineOfQuote(answer.quote, answer.lines, texts),
    comment,
    rootCause: verdict === 'no' ? (item.rootCauses[answer.rootCause - 1] ?? null) : null,
  };
}

/** Where an opening or an end should have been: the first or the last line of the business. Null: the item is about the whole. */
function placeOfMissing({ part }: Pick<ChecklistItem, 'part'>, lines: readonly SentLine[]): SentLine | null {
  const own = lines.filter(({ side, text }) => (side === 'employee' || side === 'bot') && text.trim() !== '');
  if (part === 'first') return own[0] ?? null;
  return part === 'last' ? (own.at(-1) ?? null) : null;
}
