import { conceptsOf } from '../../lexicon/concepts.ts';
import { compilePatterns } from '../../lexicon/patterns.ts';
import { LANGUAGES, fold, wordsOf } from '../../lexicon/words.ts';
import type { Clock } from '../reading/clock.ts';
import answers from './answers.json' with { type: 'json' };
import source from './intents.json' with { type: 'json' };
import { type When, readWhen } from './when.ts';

export type Intent =
  | keyof typeof source
  /** Named by concepts of the dictionary. */
  | 'book'
  | 'cancel'
  | 'move'
  | 'prices'
  | 'address'
  | 'hours'
  | 'phone'
  | 'free_times'
  | 'duration'
  | 'discount';

/** A message of a client, understood. @property ordinal counts from 0; -1 is the last one */
export type Understanding = {
  text: string;
  words: string[];
  intents: ReadonlySet<Intent>;
  concepts: string[];
  when: When;
  isYes: boolean;
  isNo: boolean;
  ordinal: number | null;
  name: string | null;
  phone: string | null;
  isQuestion: boolean;
};

const INTENTS = compilePatterns(Object.entries(source).map(([name, lists]) => [name, lists.join(' ')]));
const YES = compilePatterns([['yes', Object.values(answers.yes).join(' ')]]);
const NO = compilePatterns([['no', Object.values(answers.no).join(' ')]]);
const NEGATIONS: ReadonlySet<string> = new Set(answers.negation.split(' ').map(fold));
const NOT_NAMES: ReadonlySet<string> = new Set(answers.notNames.split(' ').map(fold));

/** Concepts that are intents by themselves, with their names there. */
const INTENT_OF_CONCEPT: Readonly<Record<string, Intent>> = {
  book: 'book',
  cancel: 'cancel',
  move: 'move',
  price: 'prices',
  address: 'address',
  hours: 'hours',
  phone: 'phone',
  free_times: 'free_times',
  duration: 'duration',
  discount: 'discount',
};
const ORDINALS: readonly (readonly [Intent, number])[] = [
  ['first', 0],
  ['second', 1],
  ['third', 2],
  ['fourth', 3],
  ['last', -1],
];

/** An answer of yes or no stands at the beginning, or alone in a short message. */
const FIRST_WORDS = 2;
const SHORT_MESSAGE = 5;

const PHONE = /\+?\d[\d\s()-]{8,}\d/u;

export function understand(text: string, now: Clock | null): Understanding {
  const words = wordsOf(text);
  const concepts = conceptsOf(text, { withTypos: true });
  const positions = INTENTS.find(words, { withTypos: true });
  const intents = new Set<Intent>();
  for (const [name, at] of positions)
    if (!isNegated(words, at) || name === 'anger' || name === 'stop') intents.add(name as Intent); // NOTE: names of the list
  for (const concept of concepts) {
    const intent = INTENT_OF_CONCEPT[concept];
    if (intent && !isDeedNegated(intent, words, text)) intents.add(intent);
  }
  const phone = PHONE.exec(text)?.[0].replaceAll(/[^\d+]/gu, '') ?? null;
  const isShort = words.length <= SHORT_MESSAGE;
  const isNo = NO.find(words.slice(0, isShort ? 3 : FIRST_WORDS)).size > 0;
  return {
    text,
    words,
    intents,
    concepts,
    when: readWhen(phone === null ? text : text.replace(PHONE, ' '), now),
    isYes:
      !isNo && (YES.find(words.slice(0, isShort ? SHORT_MESSAGE : FIRST_WORDS)).size > 0 || /^\s*[+👍✅]/u.test(text)),
    isNo,
    ordinal: ORDINALS.find(([name]) => intents.has(name))?.[1] ?? numberAlone(words),
    name: readName(text, words),
    phone,
    isQuestion: text.includes('?'),
  };
}

const isNegated = (words: readonly string[], at: number) => NEGATIONS.has(words[at - 1] ?? '');

/** "Do not cancel" is no order to cancel; "I cannot come, cancel it" is one. */
function isDeedNegated(intent: Intent, words: readonly string[], text: string): boolean {
  if (intent !== 'cancel' && intent !== 'move' && intent !== 'book') return false;
  return (
    words.some(
      (word, at) =>
        NEGATIONS.has(word) && conceptsOf(words[at + 1] ?? '').some((concept) => INTENT_OF_CONCEPT[concept] === intent),
    ) && !/[,;.]/u.test(text)
  );
}

const numberAlone = (words: readonly string[]) =>
  words.length === 1 && /^[1-6]$/u.test(words[0] ?? '') ? Number(words[0]) - 1 : null;

/** A name after "my name is", or a short message of letters alone; the caller knows which it waits for. */
function readName(text: string, words: readonly string[]): string | null {
  for (const language of LANGUAGES)
    for (const start of answers.name[language].split(' ')) {
      const phrase = wordsOf(start.replaceAll('_', ' '));
      const at = words.findIndex((_, index) => phrase.every((word, offset) => words[index + offset] === word));
      const name = at < 0 ? undefined : nameAt(text, at + phrase.length);
      if (name) return name;
    }
  return null;
}

/** The whole of a short message that may be a name. */
export function nameAlone({ text, words }: Understanding): string | null {
  if (words.length === 0 || words.length > 3 || /[?\d]/u.test(text)) return null;
  if (words.some((word) => NOT_NAMES.has(word)) || conceptsOf(text).length > 0) return null;
  return capitalized(text.replaceAll(/[^\p{L}\s'’-]/gu, '').trim());
}

function nameAt(text: string, index: number): string | undefined {
  const written = text.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  const word = written[index];
  if (word === undefined || NOT_NAMES.has(fold(word)) || !/^\p{L}[\p{L}'’-]+$/u.test(word)) return undefined;
  const next = written[index + 1];
  const surname = next && /^\p{Lu}\p{Ll}+$/u.test(next) && text.includes(`${word} ${next}`) ? ` ${next}` : '';
  return capitalized(word) + surname;
}

const capitalized = (name: string) => name.replaceAll(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
