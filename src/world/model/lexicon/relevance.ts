import { conceptsOf, isQualifier, isService, isTopic } from './concepts.ts';
import { stemsOf } from './stems.ts';

/** Below this a text has nothing to do with a question. */
export const RELEVANCE_FLOOR = 2;

/** How much a text has to do with a question, by shared concepts and word stems, in any of the languages. */
export function relevanceOf(question: string, text: string): number {
  const concepts = conceptsOf(text);
  const shared = conceptsOf(question, { withTypos: true }).filter((concept) => concepts.includes(concept));
  const points = shared.reduce((sum, concept) => sum + pointsOf(concept), 0);
  const stems = new Set(stemsOf(text));
  const common = [...new Set(stemsOf(question))].filter((stem) => stem.length > 3 && stems.has(stem));
  return points + common.length;
}

function pointsOf(concept: string): number {
  if (isTopic(concept)) return 2.5;
  if (isService(concept)) return 1.5;
  return isQualifier(concept) ? 0.5 : 1;
}
