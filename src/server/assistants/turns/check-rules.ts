import type { CheckFinding } from '#contract/assistants/turns.ts';
import type { Language } from '#contract/primitives.ts';
import { unknownAddresses } from './address-rules.ts';
import { timesOfNumbers, timesOfRanges } from './clock-rules.ts';
import { wrongWeekdays } from './day-rules.ts';
import { claimedDeeds, DEEDS } from './deed-words.ts';
import { knownAmounts, type StatedValue, statedValues } from './value-rules.ts';

/** Knowledge that a reply is held against. */
export type ReplySources = {
  /** Facts of the prompt, passages, results of the calls: everything that may be repeated to the contact. */
  known: string;
  /** Messages of the contact: days, times, links and addresses of theirs may be repeated, prices may not. */
  fromContact: string;
  /** Names of tools that were called with success in the turn. */
  doneTools: ReadonlySet<string>;
  /** The contact's own visits, as `day time` texts: being booked for one of them is true without a call. */
  ownVisits: readonly string[];
  /** The owner's instruction and our rules, which the contact may not read. */
  instructions: string;
  toolNames: readonly string[];
  /** Null: any. */
  language: Language | null;
  /** Names of services, people and places, which are in no language of the reply. */
  names?: readonly string[];
};

/** Holds a reply against what is known; empty: it may be sent. */
export function checkReply(reply: string, sources: ReplySources): CheckFinding[] {
  if (reply.trim() === '') return [{ check: 'empty', quote: '' }];
  return [
    ...checkDeeds(reply, sources),
    ...checkValues(reply, sources),
    ...checkInternals(reply, sources),
    ...checkLanguage(reply, sources.language, sources.names),
  ];
}

/** A sentence that states a deed needs a successful call of its kind in this turn. */
function checkDeeds(reply: string, { doneTools, ownVisits }: ReplySources): CheckFinding[] {
  return sentencesOf(reply).flatMap((sentence): CheckFinding[] => {
    const untrue = claimedDeeds(sentence).filter((deed) => {
      if (DEEDS[deed].some((tool) => doneTools.has(tool))) return false;
      return deed !== 'booked' || !isOwnVisit(sentence, ownVisits);
    });
    return untrue.length > 0 ? [{ check: 'deed', quote: sentence }] : [];
  });
}

/** Whether a sentence names the time or day of one of the contact's visits. */
function isOwnVisit(sentence: string, ownVisits: readonly string[]): boolean {
  const stated = statedValues(sentence).filter(({ kind }) => kind === 'time' || kind === 'date');
  if (stated.length === 0) return false;
  return ownVisits.some((visit) => {
    const known = keysOf(statedValues(visit));
    return stated.every(({ keys }) => keys.some((key) => known.has(key)));
  });
}

function checkValues(reply: string, { known, fromContact }: ReplySources): CheckFinding[] {
  const times = [...timesOfRanges(known), ...timesOfNumbers(fromContact)].map((time) => `time:${time}`);
  const repeatable = new Set([...keysOf(statedValues(known)), ...keysOf(statedValues(fromContact)), ...times]);
  const amounts = new Set([...knownAmounts(known)].map((amount) => `price:${amount}`));
  const isCovered = ({ kind, keys }: StatedValue): boolean =>
    keys.some((key) => (kind === 'price' ? amounts : repeatable).has(key));
  const findings: CheckFinding[] = [
    ...statedValues(reply)
      .filter((value) => !isCovered(value))
      .map(({ kind, quote }) => ({ check: kind, quote })),
    ...wrongWeekdays(reply, known).map((quote) => ({ check: 'date' as const, quote })),
    ...unknownAddresses(reply, `${known}\n${fromContact}`).map((quote) => ({ check: 'address' as const, quote })),
  ];
  return findings.filter(
    ({ check, quote }, at) => findings.findIndex((one) => one.check === check && one.quote === quote) === at,
  );
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iu;
const FIELD_NAME = /(?<![\p{L}\d/@.])[a-z]{2,}(?:_[a-z]+)+(?![\p{L}\d@])/u;
const MARKUP = /```|<\/?[a-z]+>|\{\s*"/u;
/** A reply that repeats so many words of the instruction in their order has quoted it. */
const QUOTED_WORDS = 9;

function checkInternals(reply: string, { known, instructions, toolNames }: ReplySources): CheckFinding[] {
  // NOTE: a name of one word is a word of English: "Shall I book it?"
  const name = toolNames.find((tool) => tool.includes('_') && reply.includes(tool));
  const field = FIELD_NAME.exec(reply)?.[0];
  const id = UUID.exec(reply)?.[0] ?? MARKUP.exec(reply)?.[0];
  const quotes = [
    name,
    id,
    field !== undefined && !known.includes(`/${field}`) ? field : undefined,
    quotedFrom(reply, instructions),
  ];
  return [...new Set(quotes)].flatMap((quote): CheckFinding[] => (quote ? [{ check: 'internal', quote }] : []));
}

function quotedFrom(reply: string, instructions: string): string | undefined {
  const words = wordsOf(reply);
  const source = ` ${wordsOf(instructions).join(' ')} `;
  for (let at = 0; at + QUOTED_WORDS <= words.length; at += 1) {
    const run = words.slice(at, at + QUOTED_WORDS).join(' ');
    if (source.includes(` ${run} `)) return run;
  }
  return undefined;
}

/** Letters that show the language where the alphabet alone does not. */
const ONLY_UKRAINIAN = /[іїєґ]/giu;
const ONLY_RUSSIAN = /[ыэъё]/giu;
/** Shorter replies ("ОК", "Anna 15:00") say nothing about their language. */
const MIN_LETTERS = 20;

/** Whether a reply is in another language; short ones are in any. */
export function checkLanguage(reply: string, language: Language | null, names: readonly string[] = []): CheckFinding[] {
  const words = names.filter((name) => name.trim() !== '').reduce((rest, name) => rest.replaceAll(name, ' '), reply);
  const letters = words.replaceAll(/https?:\/\/\S+/gu, '').replaceAll(/[^\p{L}]/gu, '');
  if (!language || letters.length < MIN_LETTERS) return [];
  const cyrillic = (letters.match(/\p{Script=Cyrillic}/gu) ?? []).length / letters.length;
  const isCyrillic = language === 'ru' || language === 'uk';
  const isOther = isCyrillic ? cyrillic < 0.4 : cyrillic > 0.4;
  const ukrainian = (letters.match(ONLY_UKRAINIAN) ?? []).length;
  const russian = (letters.match(ONLY_RUSSIAN) ?? []).length;
  const isSister = (language === 'ru' && ukrainian > russian) || (language === 'uk' && russian > ukrainian);
  return isOther || isSister ? [{ check: 'language', quote: reply.slice(0, 80) }] : [];
}

const keysOf = (values: readonly StatedValue[]) => new Set(values.flatMap(({ keys }) => keys));

const sentencesOf = (text: string) => text.split(/(?<=[.!?…])\s+|\n+/u).map((sentence) => sentence.trim());

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
