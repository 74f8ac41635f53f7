import { conceptsAt, type Synonyms } from '#server/assistants/knowledge/search/synonym-rules.ts';
import { isStopWord, stemsOf, wordsOf } from '#server/assistants/knowledge/search/word-rules.ts';

/** The subject of a question: its concepts and other words, with their weights. */
type Subject = ReadonlyMap<string, number>;

const BROAD_WEIGHT = 0.3;

export function subjectOf(synonyms: Synonyms, question: string): Subject {
  const all = wordsOf(question);
  const content = all.filter((word) => !isStopWord(word));
  const stems = (content.length > 0 ? content : all).map(stemsOf);
  const subject = new Map<string, number>();
  for (let at = 0; at < stems.length; at += 1) {
    const { concepts, length } = conceptsAt(synonyms, stems, at);
    const [first] = concepts;
    const key = first === undefined ? (stems[at]?.[0] ?? '') : `concept ${first}`;
    subject.set(key, first !== undefined && synonyms.broad.has(first) ? BROAD_WEIGHT : 1);
    at += Math.max(1, length) - 1;
  }
  return subject;
}

/** From 0 to 1: the weight that two questions have in common, of the weight of both. */
export function likenessOf(one: Subject, other: Subject): number {
  const sum = (subject: Subject) => [...subject.values()].reduce((all, weight) => all + weight, 0);
  const common = [...one].reduce((all, [key, weight]) => all + (other.has(key) ? weight : 0), 0);
  const whole = sum(one) + sum(other);
  return whole === 0 ? 0 : (2 * common) / whole;
}

/** Questions at least so alike are of one group. */
export const LEAST_LIKENESS = 0.6;
