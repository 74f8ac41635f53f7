import { conceptsOf, isService, termFor } from '../lexicon/concepts.ts';
import type { Language } from '../lexicon/words.ts';
import type { ChatRequest, Message } from '../protocol/types.ts';
import { languageOf } from '../talk/reading/language.ts';
import { understand } from '../talk/understanding/understand.ts';
import { compileRecognizer } from '../talk/wording/phrases.ts';
import { textFor } from './texts.ts';

const recognize = compileRecognizer([
  'ask_service',
  'choose_service',
  'choose_time',
  'ask_name',
  'ask_phone',
  'confirm_book',
  'confirm_move',
  'confirm_cancel',
  'offer_book',
  'no_times',
  'booked',
  'moved',
  'cancelled',
  'handed_over',
  'choose_visit',
]);
const PHONE = '+79160000001';

/** Plays a client with a goal: messages of the user's role are the business's, those of the assistant's role the client's own. */
export function playClient({ messages, seed }: ChatRequest): string {
  const role = readRole(messages);
  const spoken = messages.filter(({ role: speaker, text }) => speaker === 'user' && text.trim() !== '');
  const own = messages.filter(({ role: speaker }) => speaker === 'assistant').map(({ text }) => text);
  const reply = spoken.at(-1)?.text ?? '';
  const language = role.language ?? languageOf(role.goal) ?? languageOf(reply) ?? 'en';
  const write: Write = (key, values = {}) => textFor(key, language, `${seed ?? ''} ${own.length}`, values);
  const message = own.length === 0 ? open(role, language, write) : continueTalk({ role, spoken, own, seed, write });
  return role.manner === 'terse' && message !== role.end ? bare(message) : message;
}

/** The client as the instructions describe it. `end`: the word that ends the talk; null: thanks. */
type Role = { goal: string; manner: string; name: string | null; language: Language | null; end: string | null };

const LANGUAGES: Readonly<Record<string, Language>> = {
  russian: 'ru',
  english: 'en',
  portuguese: 'pt',
  ukrainian: 'uk',
};

function readRole(messages: readonly Message[]): Role {
  const instructions = messages
    .filter(({ role }) => role === 'system')
    .map(({ text }) => text)
    .join('\n');
  const lineOf = (label: string) => new RegExp(`^${label}: *(.+)$`, 'imu').exec(instructions)?.[1]?.trim();
  const name = lineOf('name');
  const language = /russian|english|portuguese|ukrainian/iu.exec(lineOf('language') ?? '')?.[0].toLowerCase();
  return {
    goal: /(?:^#+\s*)?(?:goal|цель|objetivo|мета)[^\n:]*[:\n]\s*([^\n]+)/imu.exec(instructions)?.[1] ?? instructions,
    manner: /^[a-z_]+/iu.exec((lineOf('manner') ?? '').replaceAll(' ', '_'))?.[0].toLowerCase() ?? 'plain',
    name: name === undefined || /choice/iu.test(name) ? null : name,
    language: (language && LANGUAGES[language]) || null,
    end: /\[END\]/u.exec(instructions)?.[0] ?? null,
  };
}

type Write = (key: Parameters<typeof textFor>[0], values?: Record<string, string>) => string;

const OTHER: Readonly<Record<Language, Language>> = { ru: 'en', en: 'pt', pt: 'en', uk: 'ru' };

function open({ goal, manner }: Role, language: Language, write: Write): string {
  const request = lower(opening(goal, language, write));
  if (manner.startsWith('terse')) return request;
  if (manner.startsWith('angry')) return `${write('client_hurry')} ${upper(request)}`;
  if (manner.startsWith('mixed')) return `${textFor('client_hello', OTHER[language], goal)} ${request}`;
  return `${write('client_hello')}${manner.startsWith('bursts') ? '\n' : ' '}${request}`;
}

function opening(goal: string, language: Language, write: Write): string {
  const { intents } = understand(goal, null);
  if (intents.has('cancel')) return write('client_cancel');
  const service = conceptsOf(goal, { withTypos: true }).find(isService);
  if (intents.has('move')) return write('client_move', { wish: /(?:на|to|para)\s+(.+)$/iu.exec(goal)?.[1] ?? goal });
  if (/^(?:запис|заброни|book|agend|marc)/iu.test(goal)) return write('client_want', { wish: lower(goal) });
  return service
    ? write('client_wish', { wish: languageOf(goal) === language ? goal : termFor(service, language) })
    : goal;
}

type Talk = { role: Role; spoken: readonly Message[]; own: readonly string[]; seed: number | null; write: Write };

function continueTalk({ role, spoken, own, seed, write }: Talk): string {
  const { goal, name, end } = role;
  const reply = spoken.at(-1)?.text ?? '';
  const found = recognize(reply);
  const has = (...keys: string[]) => keys.some((key) => found.has(key as 'booked'));
  if (has('booked', 'moved', 'cancelled', 'handed_over')) return end ?? write('client_thanks');
  const changed =
    role.manner.startsWith('changes') && has('confirm_book', 'confirm_move') ? change(spoken, own, write) : null;
  if (changed) return changed;
  if (has('confirm_book', 'confirm_move', 'confirm_cancel', 'offer_book')) return write('client_yes');
  if (has('ask_name')) return understand(goal, null).name ?? name ?? write('client_name');
  if (has('ask_phone')) return PHONE;
  const times = timesOf(reply);
  if (times.length > 0) return write('client_time', { time: wantedTime(goal, times, seed) });
  if (has('choose_service', 'choose_visit')) return write('client_first');
  if (has('ask_service')) return goal;
  return has('no_times') ? write('client_other') : (end ?? write('client_thanks'));
}

const timesOf = (text: string): string[] => text.match(/(?<![\d:])\d{1,2}:\d{2}(?![\d:])/gu) ?? [];

const MARK = '\u0000';

/** Another of the times that were offered, once in a talk. */
function change(spoken: readonly Message[], own: readonly string[], write: Write): string | null {
  const [start = ''] = write('client_change', { time: MARK }).split(MARK);
  if (own.some((text) => text.startsWith(start))) return null;
  const proposed = timesOf(spoken.at(-1)?.text ?? '');
  const other = spoken.flatMap(({ text }) => timesOf(text)).find((time) => !proposed.includes(time));
  return other === undefined ? null : write('client_change', { time: other });
}

/** The time of the goal where it is offered, else one chosen by the seed. */
function wantedTime(goal: string, times: readonly string[], seed: number | null): string {
  const { time } = understand(goal, null).when;
  return times.find((one) => one === time) ?? times[(seed ?? 0) % times.length] ?? '';
}

const lower = (text: string) => text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
const upper = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
const bare = (text: string) => lower(text.replaceAll(/[.!?]+$/gu, ''));
