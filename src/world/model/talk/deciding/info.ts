import { isService } from '../../lexicon/concepts.ts';
import { readMasters } from '../reading/results.ts';
import type { Fact } from '../reading/sections.ts';
import type { Talk } from '../reading/talk.ts';
import type { Intent, Understanding } from '../understanding/understand.ts';
import { serviceLines } from '../wording/lists.ts';
import { phrase } from '../wording/phrases.ts';
import { answerFromKnowledge } from './knowledge.ts';
import { findTool, needResult } from './needs.ts';
import { listVisits } from './own-visits.ts';
import { chooseService } from './service-choice.ts';
import type { State } from './state.ts';

/** Answers about the business, in the order in which they are given; null where nothing is known. */
type Answerer = (talk: Talk, state: State, message: Understanding) => string[] | null;

const ANSWERERS: readonly (readonly [Intent, Answerer])[] = [
  [
    'visits',
    (talk) =>
      findTool(talk, 'my_visits') || talk.clientVisits.length > 0 || talk.results.length > 0 ? listVisits(talk) : null,
  ],
  ['prices', answerPrices],
  ['duration', answerPrices],
  ['services', answerServices],
  ['masters', answerMasters],
  ['address', (talk) => factOf(talk, 'address')],
  ['hours', (talk) => factOf(talk, 'hours')],
  ['phone', (talk) => factOf(talk, 'phone')],
  ['discount', (talk) => [phrase(talk, 'no_discount')]],
];

/** The answers to all questions of a message; a passage about its very topic goes first. */
export function answerInfo(talk: Talk, state: State, message: Understanding): string[] {
  const passage = answerFromKnowledge(talk, message);
  if (passage?.isAboutTopic) return passage.pieces;
  const intents = isAboutPricesToo(state, message) ? new Set<Intent>([...message.intents, 'prices']) : message.intents;
  const wanted = ANSWERERS.filter(([intent]) => intents.has(intent) && !isOvershadowed(intent, message));
  const answers = wanted.flatMap(([, answer]) => {
    const pieces = answer(talk, state, message);
    return pieces ? [pieces] : [];
  });
  const pieces = offerLast(talk, [...new Set(answers.flat())]);
  if (pieces.length > 0) return pieces;
  return wanted.length > 0 ? (passage?.pieces ?? []) : [];
}

/** "And a pedicure?" after prices asks for another price. */
function isAboutPricesToo({ question }: State, { intents, concepts, when, words }: Understanding): boolean {
  const isShort = words.length <= SHORT_QUESTION && concepts.some(isService);
  const isElse =
    when.day !== null ||
    when.time !== null ||
    (['want', 'book', 'masters', 'duration'] as const).some((other) => intents.has(other));
  return isShort && question.has('offer_book') && !isElse;
}
const SHORT_QUESTION = 5;

/** The question that offers a booking goes to the end. */
function offerLast(talk: Talk, pieces: readonly string[]): string[] {
  const offer = phrase(talk, 'offer_book');
  return [...pieces.filter((piece) => piece !== offer), ...pieces.filter((piece) => piece === offer)];
}

/** "My booking" is no question about hours, "any specialist" none about specialists. */
function isOvershadowed(intent: Intent, { intents, phone, when, isQuestion }: Understanding): boolean {
  if (intent === 'phone') return phone !== null;
  if (intent === 'visits') return intents.has('cancel') || intents.has('move');
  if (intents.has('visits')) return true;
  if (intent === 'masters')
    return (
      intents.has('any') || ((when.day !== null || when.time !== null) && !isQuestion) || intents.has('free_times')
    );
  if (intent === 'services') return intents.has('prices');
  if (intent === 'duration') return intents.has('prices');
  return intent === 'hours' && (['free_times', 'book', 'masters'] as const).some((other) => intents.has(other));
}

function answerPrices(talk: Talk, state: State, message: Understanding): string[] | null {
  const { all, found } = chooseService(talk, inQuestion(state, message), message);
  if (all === null || all.length === 0) return null;
  const shown = found.length > 0 ? found : all;
  const isUnknown = found.length === 0 && message.concepts.some(isService);
  return [
    ...(isUnknown ? [phrase(talk, 'service_unknown')] : []),
    ...(found.length === 0 ? [phrase(talk, 'prices_header')] : []),
    ...serviceLines(talk, shown),
    ...(findTool(talk, 'book') && !message.intents.has('book') && state.flow !== 'book'
      ? [phrase(talk, 'offer_book')]
      : []),
  ];
}

function answerServices(talk: Talk, state: State, message: Understanding): string[] | null {
  const { all } = chooseService(talk, state, message);
  if (all === null || all.length === 0) return null;
  return [phrase(talk, 'services_header'), ...serviceLines(talk, all)];
}

/** A question about another service leaves that of a booking as it is. */
const inQuestion = (state: State, { concepts, text }: Understanding): State =>
  concepts.some(isService) ? { ...state, serviceWords: text, proposal: null } : state;

function answerMasters(talk: Talk, state: State, message: Understanding): string[] | null {
  const result = needResult(talk, 'list_masters', { service: serviceOf(talk, state, message) });
  if (!result) return null;
  const masters = readMasters(result);
  if (masters.length === 0) return [phrase(talk, 'no_masters')];
  return [
    phrase(talk, 'masters_header'),
    ...masters.map(({ name, specialization }) => `• ${[name, specialization].filter(Boolean).join(', ')}`),
  ];
}

/** The service the question names, so that only those who do it are listed. */
function serviceOf(talk: Talk, state: State, message: Understanding): string | null {
  if (!message.concepts.some(isService)) return null;
  const { found } = chooseService(talk, inQuestion(state, message), message);
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

const LABELS: Readonly<Record<'address' | 'hours' | 'phone', RegExp>> = {
  address: /address|location|адрес|endere/iu,
  hours: /hours|open|часы|режим|график|время работы|horário|funcionamento|години|графік/iu,
  phone: /phone|телефон|telefone/iu,
};

function factOf(talk: Talk, kind: keyof typeof LABELS): string[] | null {
  const isAbout = ({ label }: Fact) => LABELS[kind].test(label);
  const facts = talk.business.filter(isAbout);
  if (facts.length > 0) return [phrase(talk, kind, { value: facts.map(({ value }) => value).join('; ') })];
  const line = talk.business.find(({ label, value }) => label === '' && LABELS[kind].test(value));
  return line ? [line.value] : null;
}
