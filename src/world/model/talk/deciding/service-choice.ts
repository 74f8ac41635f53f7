import { conceptsOf, isService, termFor } from '../../lexicon/concepts.ts';
import { languageOf } from '../reading/language.ts';
import { type ServiceItem, readServices } from '../reading/results.ts';
import type { Talk } from '../reading/talk.ts';
import { matchServices } from '../understanding/matching.ts';
import type { Understanding } from '../understanding/understand.ts';
import { needResult } from './needs.ts';
import type { State } from './state.ts';

/**
 * The services a talk is about.
 *
 * @property all null where no tool lists them
 * @property found one when it is clear which, several when a choice is left
 */
export type ServiceChoice = { all: ServiceItem[] | null; found: ServiceItem[] };

export function chooseService(talk: Talk, state: State, message: Understanding): ServiceChoice {
  const result = needResult(talk, 'list_services', { words: null });
  if (!result) return { all: null, found: [] };
  const all = readServices(result);
  const found = findServices(all, talk, state, message);
  if (found.length > 0 || state.serviceWords === '') return { all, found };
  return { all, found: searchServices(talk, all, state) };
}

function findServices(all: readonly ServiceItem[], talk: Talk, state: State, message: Understanding): ServiceItem[] {
  const isChoice = state.question.has('choose_service');
  const shown = isChoice ? inOrder(all, state.lastReply) : [];
  if (isChoice && message.ordinal !== null) {
    const picked = shown.at(message.ordinal);
    if (picked) return [picked];
  }
  if (isChoice) {
    const picked = matchServices(shown, `${message.text} ${state.serviceWords}`);
    if (picked.length === 1) return picked;
  }
  if (state.proposal) {
    const proposed = inOrder(all, state.lastReply);
    if (proposed[0] && !message.concepts.some(isService)) return [proposed[0]];
  }
  const matched = matchServices(all, state.serviceWords);
  const named = matched.length > 1 ? lastNamed(all, talk) : null;
  return named && matched.includes(named) ? [named] : matched;
}

/** The service that was chosen before: the last answer that names services names it alone. */
function lastNamed(all: readonly ServiceItem[], { lines }: Talk): ServiceItem | null {
  const answers = lines.filter(({ role }) => role === 'assistant').toReversed();
  const named = answers.map(({ text }) => inOrder(all, text)).find((services) => services.length > 0);
  return named?.length === 1 ? (named[0] ?? null) : null;
}

/** The services an answer names, in its order; a title inside a longer one is not counted. */
export function inOrder(all: readonly ServiceItem[], text: string): ServiceItem[] {
  let left = text;
  const places = all
    .toSorted((a, b) => b.title.length - a.title.length)
    .flatMap((service) => {
      const at = left.indexOf(service.title);
      if (at < 0 || service.title === '') return [];
      left = left.replaceAll(service.title, ' '.repeat(service.title.length));
      return [{ service, at }];
    });
  return places.toSorted((a, b) => a.at - b.at).map(({ service }) => service);
}

/** Searches a long list by words of the list's own language. */
function searchServices(talk: Talk, all: readonly ServiceItem[], state: State): ServiceItem[] {
  const [concept] = conceptsOf(state.serviceWords, { withTypos: true }).filter(isService);
  if (concept === undefined) return [];
  const language = languageOf(all.map(({ title }) => title).join(' ')) ?? talk.language;
  const result = needResult(talk, 'list_services', { words: termFor(concept, language) });
  return result ? matchServices(readServices(result), state.serviceWords) : [];
}
