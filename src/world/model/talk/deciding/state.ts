import { isService } from '../../lexicon/concepts.ts';
import { type Clock, lastDayOfWeek } from '../reading/clock.ts';
import type { Line, Talk } from '../reading/talk.ts';
import { readBirthday } from '../understanding/birthday.ts';
import { type Understanding, nameAlone, understand } from '../understanding/understand.ts';
import { type PartOfDay, type When, laterHalf, readWhen } from '../understanding/when.ts';
import { compileRecognizer } from '../wording/phrases.ts';

export type Flow = 'book' | 'move' | 'cancel';

export type Offer = { day: string; time: string };

/**
 * Where a talk stands, read out of its lines alone.
 *
 * @property question the questions of the last answer
 * @property serviceWords what the client wrote about the service since the last deed
 * @property times the wanted time and, where the hour is open, the same in the afternoon
 * @property isNextWeek days of the week mean those of the next one
 * @property isTimeNew the newest messages change day or time
 * @property offers times of the last answer that had any
 * @property proposal the time of a question that waits for a yes
 * @property isCompleted the newest messages gave what an agreed booking still lacked
 */
export type State = {
  flow: Flow | null;
  question: ReadonlySet<string>;
  lastReply: string;
  serviceWords: string;
  masterWords: string;
  isAnyMaster: boolean;
  day: string | null;
  part: PartOfDay | null;
  times: string[];
  bound: 'after' | 'before' | null;
  isNextWeek: boolean;
  isTimeNew: boolean;
  offers: Offer[];
  proposal: Offer | null;
  name: string | null;
  phone: string | null;
  birthday: string | null;
  hasConsented: boolean;
  isCompleted: boolean;
};

const recognizeQuestions = compileRecognizer([
  'ask_service',
  'choose_service',
  'offer_book',
  'choose_time',
  'ask_name',
  'ask_phone',
  'phone_wrong',
  'ask_full_name',
  'ask_birthday',
  'ask_consent',
  'confirm_book',
  'confirm_move',
  'confirm_cancel',
  'choose_visit',
  'no_times',
  'ask_change',
  'unknown',
  'medical',
]);
const recognizeEnds = compileRecognizer(['booked', 'moved', 'cancelled', 'claimed_booking', 'no_visits', 'kept']);

const LONGEST_MEMORY = 400;

const FRESH: State = {
  flow: null,
  question: new Set(),
  lastReply: '',
  serviceWords: '',
  masterWords: '',
  isAnyMaster: false,
  day: null,
  part: null,
  times: [],
  bound: null,
  isNextWeek: false,
  isTimeNew: false,
  offers: [],
  proposal: null,
  name: null,
  phone: null,
  birthday: null,
  hasConsented: false,
  isCompleted: false,
};

/** Reads a talk from its beginning; `newest` is the understanding of the newest messages together. */
export function readState(talk: Talk, newest: Understanding): State {
  let state = FRESH;
  for (const { role, text } of withBursts(talk.lines)) {
    if (role === 'assistant') state = afterReply(state, text, talk.now);
    else state = afterMessage(state, understand(text, talk.now), talk.now);
  }
  return afterMessage({ ...state, isTimeNew: false }, newest, talk.now);
}

/** Messages of one side after each other count as one. */
function withBursts(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last?.role === line.role) joined[joined.length - 1] = { ...last, text: `${last.text}\n${line.text}` };
    else joined.push(line);
  }
  return joined;
}

function afterReply(state: State, text: string, now: Clock | null): State {
  if (recognizeEnds(text).size > 0)
    return { ...FRESH, name: state.name, phone: state.phone, birthday: state.birthday, lastReply: text };
  const offers = readOffers(text, now);
  const question = recognizeQuestions(text);
  // A question about missing data keeps the booking that the client has agreed to.
  if (state.proposal && isForBooking(question)) return { ...state, question };
  const isProposal = question.has('confirm_book') || question.has('confirm_move');
  return {
    ...state,
    question,
    lastReply: text,
    offers: offers.length > 0 && !isProposal ? offers : state.offers,
    proposal: isProposal ? (offers[0] ?? null) : null,
  };
}

/** Times of an answer with the day of their line or an earlier one. */
export function readOffers(text: string, now: Clock | null): Offer[] {
  let day: string | null = null;
  return text.split('\n').flatMap((line) => {
    day = readWhen(line.replaceAll(/\d{1,2}:\d{2}/gu, ' '), now).day ?? day;
    const times = line.match(/(?<![\d:])\d{1,2}:\d{2}(?![\d:])/gu) ?? [];
    return times.flatMap((time) => (day === null ? [] : [{ day, time: time.padStart(5, '0') }]));
  });
}

function afterMessage(state: State, message: Understanding, now: Clock | null): State {
  const given = state.proposal ? completionOf(state, message) : null;
  if (given) return { ...state, ...given, isTimeNew: false, isCompleted: true };
  const flow = flowAfter(state, message);
  const isNewFlow = flow !== state.flow && (flow === 'move' || flow === 'cancel');
  const start: State = isNewFlow
    ? { ...FRESH, name: state.name, phone: state.phone, question: state.question, lastReply: state.lastReply }
    : state;
  return {
    ...start,
    ...timeAfter(start, message, flow, now),
    flow,
    isCompleted: false,
    serviceWords: serviceWordsAfter(start, message),
    masterWords: message.intents.has('any') ? '' : `${start.masterWords} ${message.text}`.slice(-LONGEST_MEMORY),
    isAnyMaster: start.isAnyMaster || message.intents.has('any'),
    name:
      message.name ??
      (start.question.has('ask_name') || start.question.has('ask_full_name') ? nameAlone(message) : null) ??
      start.name,
    phone: message.phone ?? start.phone,
  };
}

const FOR_BOOKING = ['ask_phone', 'phone_wrong', 'ask_name', 'ask_full_name', 'ask_birthday', 'ask_consent'];

const isForBooking = (question: ReadonlySet<string>) => FOR_BOOKING.some((key) => question.has(key));

/** The part of an agreed booking that a message gives; null: it answers something else. */
function completionOf({ question }: State, message: Understanding): Partial<State> | null {
  if (question.has('ask_consent')) return message.isYes ? { hasConsented: true } : null;
  if (question.has('ask_birthday')) {
    const birthday = readBirthday(message.text);
    return birthday === null ? null : { birthday };
  }
  if (question.has('ask_full_name') || question.has('ask_name')) {
    const name = message.name ?? nameAlone(message);
    return name === null ? null : { name };
  }
  const phone = question.has('ask_phone') || question.has('phone_wrong') ? phoneAlone(message) : null;
  return phone === null ? null : { phone };
}

/** The phone that a message gives, or the digits of one that is none; null where it answers something else. */
function phoneAlone({ phone, text, words }: Understanding): string | null {
  return phone ?? (words.length > 0 && words.every((word) => /^\d+$/u.test(word)) ? text.trim() : null);
}

function flowAfter(
  { flow, question, proposal }: State,
  { intents, isNo, isYes, concepts, when }: Understanding,
): Flow | null {
  if (intents.has('stop')) return null;
  if (intents.has('cancel')) return 'cancel';
  if (intents.has('move')) return 'move';
  if (isNo && (question.has('confirm_cancel') || question.has('offer_book')) && !intents.has('book')) return null;
  if (flow === 'move' || flow === 'cancel') return flow;
  if (intents.has('visits')) return flow;
  if (
    intents.has('book') ||
    intents.has('free_times') ||
    (isYes && question.has('offer_book')) ||
    (isYes && question.has('medical'))
  )
    return 'book';
  const hasTime = when.day !== null || when.time !== null || when.part !== null;
  if (concepts.some(isService) && (hasTime || intents.has('want')) && !intents.has('prices')) return 'book';
  const isInvited =
    proposal !== null || question.has('offer_book') || question.has('no_times') || question.has('choose_time');
  if (hasTime && (isInvited || intents.has('want'))) return 'book';
  return flow;
}

/** A new service replaces the former one; what is written later, "women's" or "with gel", adds to it. */
function serviceWordsAfter(
  { serviceWords: words, flow, offers }: State,
  { text, concepts, intents }: Understanding,
): string {
  if (flow === 'book' && offers.length > 0 && intents.has('prices') && !intents.has('book')) return words;
  return concepts.some(isService) ? text : `${words} ${text}`.trim().slice(0, LONGEST_MEMORY);
}

type TimePart = Pick<State, 'day' | 'part' | 'times' | 'bound' | 'isNextWeek' | 'isTimeNew'>;

function timeAfter(state: State, message: Understanding, flow: Flow | null, now: Clock | null): TimePart {
  const { day, part, times, bound, isNextWeek } = state;
  // "Are you open on Sunday?" is no wish to come on Sunday.
  if (flow === null && !message.concepts.some(isService))
    return { day, part, times, bound, isNextWeek, isTimeNew: false };
  const chosen =
    message.ordinal === null || state.question.has('choose_service') || state.question.has('choose_visit')
      ? undefined
      : state.offers.at(message.ordinal);
  if (chosen && (message.ordinal !== -1 || state.question.has('choose_time')) && message.when.day === null)
    return { day: chosen.day, part: null, times: [chosen.time], bound: null, isNextWeek, isTimeNew: true };
  const spoken =
    state.question.has('choose_time') && message.when.time === null
      ? offerByHour(state.offers, message.words)
      : undefined;
  if (spoken && message.when.day === null)
    return { day: spoken.day, part: null, times: [spoken.time], bound: null, isNextWeek, isTimeNew: true };
  const when = whenOf(message, flow, { isNextWeek, now });
  const wanted =
    when.time === null ? [] : [...new Set([when.time, ...(when.isHourOpen ? [laterHalf(when.time)] : [])])];
  if (when.day === null && when.part === null && wanted.length === 0)
    return { day, part, times, bound, isNextWeek, isTimeNew: state.isTimeNew };
  const offered =
    when.day === null && wanted.length > 0
      ? (state.offers.find((offer) => wanted.includes(offer.time) && (day === null || offer.day === day)) ??
        state.offers.find((offer) => wanted.includes(offer.time)))
      : undefined;
  return {
    day: when.day ?? offered?.day ?? day ?? state.proposal?.day ?? null,
    part: when.part ?? (when.day === null && wanted.length === 0 ? part : null),
    times: offered ? [offered.time] : wanted,
    bound: when.bound,
    isNextWeek: when.isNextWeek || isNextWeek,
    isTimeNew: true,
  };
}

/** "10 works": the first offer at an hour that the message names. */
function offerByHour(offers: readonly Offer[], words: readonly string[]): Offer | undefined {
  const hours = words.filter((word) => /^\d{1,2}$/u.test(word)).map(Number);
  return offers.find(({ time }) =>
    hours.some((hour) => Number(time.slice(0, 2)) === hour || Number(time.slice(0, 2)) === hour + 12),
  );
}

type Around = { isNextWeek: boolean; now: Clock | null };

/** After "next week", "Tuesday" is the one of that week. */
function whenOf(message: Understanding, flow: Flow | null, { isNextWeek, now }: Around): When {
  const text = flow === 'move' ? targetOf(message.text) : message.text;
  const when = readWhen(text, now);
  return isNextWeek && when.isWeekday && now ? readWhen(text, { ...now, day: lastDayOfWeek(now.day) }) : when;
}

/** Where a visit is to be moved: what follows the first "to". */
function targetOf(text: string): string {
  const target = /\s(?:на|to|para|pra)\s(.+)$/isu.exec(text)?.[1];
  return target === undefined ? text : ` ${target}`;
}
