import source from './concepts.json' with { type: 'json' };
import { compilePatterns } from './patterns.ts';
import { LANGUAGES, type Language, wordsOf } from './words.ts';

/** Things that customers of service trades talk about: each has words in every language. */
type Entry = { concept: string; group: string; terms: Record<Language, string>; patterns: string };

const ENTRIES: readonly Entry[] = Object.entries(source).flatMap(([group, concepts]) =>
  Object.entries(concepts).map(([concept, lists]: [string, string[]]) => ({
    concept,
    group,
    terms: Object.fromEntries(LANGUAGES.map((language, n) => [language, termOf(lists[n] ?? '')])) as Record<
      Language,
      string
    >, // NOTE: `fromEntries` forgets the keys' type
    patterns: lists.join(' '),
  })),
);

/** A list begins with the term itself, written as people write it; its words count as a pattern too. */
function termOf(list: string): string {
  return (list.split(' ')[0] ?? '').replaceAll('_', ' ').replaceAll('*', '');
}

const PATTERNS = compilePatterns(ENTRIES.map(({ concept, patterns }) => [concept, patterns]));
const BY_NAME = new Map(ENTRIES.map((entry) => [entry.concept, entry]));

/** The concepts that a text mentions, in order. */
export function conceptsOf(text: string, options: { withTypos?: boolean } = {}): string[] {
  return [...PATTERNS.find(wordsOf(text), options).keys()];
}

/** Whether a concept is a service one can book. */
export const isService = (concept: string): boolean => BY_NAME.get(concept)?.group === 'services';

/** Whether a concept says for whom or how: a service by itself it is not. */
export const isQualifier = (concept: string): boolean => BY_NAME.get(concept)?.group === 'kinds';

const TOPICS = ['place', 'health', 'goods', 'money', 'deeds'];
const NO_TOPICS = ['price', 'book', 'cancel', 'move', 'phone', 'address', 'order'];

/** Whether a concept alone names the subject of a question, as "parking" does and "price" does not. */
export const isTopic = (concept: string): boolean =>
  TOPICS.includes(BY_NAME.get(concept)?.group ?? '') && !NO_TOPICS.includes(concept);

/** The usual word for a concept. */
export const termFor = (concept: string, language: Language): string =>
  BY_NAME.get(concept)?.terms[language] ?? concept;
