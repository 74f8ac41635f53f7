import { conceptsOf, isQualifier, isService } from '../../lexicon/concepts.ts';
import { isStopWord, stemsOf } from '../../lexicon/stems.ts';
import { fold, isTypo, wordsOf } from '../../lexicon/words.ts';
import type { MasterItem, ServiceItem } from '../reading/results.ts';

const OPPOSITES: readonly (readonly string[])[] = [
  ['women', 'men', 'children'],
  ['long', 'short'],
];
const FLOOR = 1.5;
/** Candidates this near to the best are as good as it. */
const TIE = 0.3;

/** The services that words mean: one when they are clear, more when a choice is left, none when nothing fits. */
export function matchServices(services: readonly ServiceItem[], words: string): ServiceItem[] {
  const scored = services.map((service) => ({ service, score: scoreOf(service.title, words) }));
  const best = Math.max(...scored.map(({ score }) => score));
  if (best < FLOOR) return [];
  return scored.filter(({ score }) => score >= best - TIE).map(({ service }) => service);
}

function scoreOf(title: string, words: string): number {
  if (fold(words).includes(fold(title))) return 10 + title.length / 100;
  const own = conceptsOf(title);
  const wanted = conceptsOf(words, { withTypos: true });
  const shared = own.filter((concept) => wanted.includes(concept));
  const points = shared.reduce((sum, concept) => sum + pointsOf(concept), 0);
  const isOpposed = OPPOSITES.some((group) => {
    const [a, b] = [own, wanted].map((concepts) => concepts.filter((concept) => group.includes(concept)));
    return a && b && a.length > 0 && b.length > 0 && !a.some((concept) => b.includes(concept));
  });
  const stems = stemsOf(title);
  const others = wordsOf(words)
    .filter((word) => conceptsOf(word, { withTypos: true }).length === 0)
    .join(' ');
  const common = stemsOf(others).filter(
    (stem) => stem.length > 3 && stems.some((one) => one === stem || (stem.length > 5 && isTypo(one, stem))),
  );
  const missed = own.filter((concept) => isService(concept) && !wanted.includes(concept)).length;
  return points + 0.7 * new Set(common).size - 0.1 * missed - (isOpposed ? 3 : 0);
}

function pointsOf(concept: string): number {
  if (isService(concept)) return 3;
  return isQualifier(concept) ? 1 : 0.5;
}

/** The specialists a text names, in any case of the name. */
export function matchMasters(masters: readonly MasterItem[], text: string): MasterItem[] {
  const words = wordsOf(text).filter((word) => word.length > 2 && !isStopWord(word));
  return masters.filter(({ name }) => wordsOf(name).some((part) => words.some((word) => isFormOf(part, word))));
}

/** Whether a word is a form of a name: the same but for an ending, or a typo. */
function isFormOf(name: string, word: string): boolean {
  if (name === word) return true;
  const stem = name.length > 3 ? name.slice(0, -1) : name;
  const isInflected = word.startsWith(stem) && word.length - stem.length <= 2 && /[а-яії]/u.test(name);
  return isInflected || (name.length > 4 && word.length > 4 && name[0] === word[0] && isTypo(name, word));
}
