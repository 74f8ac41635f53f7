import { conceptsOf, termFor } from '../lexicon/concepts.ts';
import { isStopWord } from '../lexicon/stems.ts';
import { fold } from '../lexicon/words.ts';
import type { Task } from './task.ts';

const MAX_STRINGS = 3;

/** Two or three strings that find passages about a question, in the language of the knowledge. */
export function searchStrings({ data, target, language }: Task): string[] {
  const question = data.trim().split('\n').at(-1) ?? data;
  const terms = conceptsOf(question, { withTypos: true }).map((concept) => termFor(concept, target));
  const own = (question.match(/[\p{L}\p{N}'’-]+/gu) ?? []).filter((word) => !isStopWord(fold(word))).join(' ');
  const strings = [terms.join(' '), ...(target === language ? [own] : []), ...(terms.length > 1 ? terms : [])].filter(
    Boolean,
  );
  return [...new Set(strings.length > 0 ? strings : [own || question])].slice(0, MAX_STRINGS);
}
