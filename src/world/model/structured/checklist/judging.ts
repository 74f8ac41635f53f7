import { relevanceOf } from '../../lexicon/relevance.ts';
import type { Language } from '../../lexicon/words.ts';
import { textFor } from '../texts.ts';
import { ITEM_KINDS, type ItemKind } from './kinds.ts';
import type { ChecklistTask, ChecklistQuestion, JudgedLine } from './reading.ts';
import { EVASION, TIME } from './signs.ts';

export type JudgedItem = {
  item: number;
  verdict: 'yes' | 'no' | 'na';
  lines: number[];
  quote: string;
  rootCause: number;
  comment: string;
};

type Found = { verdict: JudgedItem['verdict']; line: JudgedLine | undefined };

const LANGUAGES: Readonly<Record<string, Language>> = {
  Russian: 'ru',
  English: 'en',
  'Brazilian Portuguese': 'pt',
  Ukrainian: 'uk',
};

/** Judges a talk by each question. What a line asks for is no reason: only what it shows is. */
export function judgeChecklist({ lines, items, language }: ChecklistTask): JudgedItem[] {
  return items.map((item) => toVerdict(item, judgeItem(item, lines), LANGUAGES[language.trim()] ?? 'en'));
}

const COMMENTS = { yes: 'verdict_found', no: 'verdict_missing', na: 'verdict_na' } as const;

function toVerdict(item: ChecklistQuestion, { verdict: found, line }: Found, language: Language): JudgedItem {
  const verdict = found === 'na' && !item.mayNotApply ? 'no' : found;
  return {
    item: item.number,
    verdict,
    lines: verdict !== 'na' && line ? [line.number] : [],
    quote: verdict !== 'na' && line ? line.text : '',
    rootCause: verdict === 'no' && item.causes.length > 0 ? 1 : 0,
    comment: textFor(COMMENTS[verdict], language, item.words),
  };
}

function judgeItem(item: ChecklistQuestion, lines: readonly JudgedLine[]): Found {
  const found = judgeByKind(item, lines);
  const kind = ITEM_KINDS.find(({ about }) => about.test(item.words));
  const isPointless = lines.some(({ side, text }) => side === 'client' && kind?.pointless?.test(text));
  return found.verdict === 'no' && isPointless ? { ...found, verdict: 'na' } : found;
}

function judgeByKind({ words }: ChecklistQuestion, lines: readonly JudgedLine[]): Found {
  const own = lines.filter(({ side, text }) => side === 'business' && text !== '');
  const kind = ITEM_KINDS.find(({ about }) => about.test(words));
  if (own.length === 0) return { verdict: 'na', line: undefined };
  if (!kind) return judgeByWords(words, own);
  if (kind.unless && !lines.some(({ side, text }) => side !== 'note' && kind.unless?.test(text)))
    return foundIn(kind, own) ?? { verdict: 'na', line: placeOf(kind, own) };
  switch (kind.way) {
    case 'said':
      return foundIn(kind, own) ?? { verdict: 'no', line: placeOf(kind, own) };
    case 'never': {
      const fault = own.find(({ text }) => kind.sign?.test(text));
      return fault ? { verdict: 'no', line: fault } : { verdict: 'yes', line: own[0] };
    }
    case 'times':
      return judgeTimes(own);
    case 'answered':
      return judgeAnswers(lines, own);
    case 'asked': {
      const question = own.find(({ text }) => text.includes('?'));
      return question ? { verdict: 'yes', line: question } : { verdict: 'no', line: own[0] };
    }
  }
}

const TIMES = new RegExp(TIME.source, 'giu');
const WANTED_TIMES = 2;

function judgeTimes(own: readonly JudgedLine[]): Found {
  const timed = own.filter(({ text }) => TIME.test(text));
  const times = new Set(timed.flatMap(({ text }) => text.match(TIMES) ?? []));
  return times.size >= WANTED_TIMES ? { verdict: 'yes', line: timed[0] } : { verdict: 'no', line: timed[0] ?? own[0] };
}

/** A greeting is said in the first lines, a farewell in the last ones. */
const NEAR = 2;

function foundIn({ name, sign, only }: ItemKind, own: readonly JudgedLine[]): Found | null {
  const looked = { first: own.slice(0, NEAR), last: own.slice(-NEAR), whole: own }[only ?? 'whole'];
  const line = looked.find(({ text }) => sign?.test(text) || (name === 'time' && TIME.test(text)));
  return line ? { verdict: 'yes', line } : null;
}

const placeOf = ({ only }: ItemKind, own: readonly JudgedLine[]): JudgedLine | undefined =>
  only === 'last' ? own.at(-1) : own[0];

/** The client's questions are answered, and not by sending them elsewhere. */
function judgeAnswers(lines: readonly JudgedLine[], own: readonly JudgedLine[]): Found {
  const questions = lines.filter(({ side, text }) => side === 'client' && text.includes('?'));
  if (questions.length === 0) return { verdict: 'na', line: own[0] };
  const evasion = own.find(({ text }) => EVASION.test(text));
  if (evasion) return { verdict: 'no', line: evasion };
  const last = questions.at(-1);
  const answer = own.find(({ number }) => number > (last?.number ?? 0));
  return answer ? { verdict: 'yes', line: answer } : { verdict: 'no', line: own.at(-1) };
}

const ABOUT = 2;

/** A question of no known kind: the line that has most to do with its words. */
function judgeByWords(words: string, own: readonly JudgedLine[]): Found {
  const scored = own.map((line) => ({ line, score: relevanceOf(words, line.text) }));
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score >= ABOUT ? { verdict: 'yes', line: best.line } : { verdict: 'na', line: own[0] };
}
