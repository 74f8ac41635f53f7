import { conceptsOf, isService, termFor } from '../lexicon/concepts.ts';
import type { Language } from '../lexicon/words.ts';
import type { ChatRequest } from '../protocol/types.ts';
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
  const instructions = messages
    .filter(({ role }) => role === 'system')
    .map(({ text }) => text)
    .join('\n');
  const goal =
    /(?:^#+\s*)?(?:goal|цель|objetivo|мета)[^\n:]*[:\n]\s*([^\n]+)/imu.exec(instructions)?.[1] ?? instructions;
  const spoken = messages.filter(({ role, text }) => role === 'user' && text.trim() !== '');
  const own = messages.filter(({ role }) => role === 'assistant');
  const reply = spoken.at(-1)?.text ?? '';
  const language = languageOf(goal) ?? languageOf(reply) ?? 'en';
  const write = (key: Parameters<typeof textFor>[0], values = {}) =>
    textFor(key, language, `${seed ?? ''} ${own.length}`, values);
  if (own.length === 0) return `${write('client_hello')} ${lower(opening(goal, language, write))}`;

  const found = recognize(reply);
  if (['booked', 'moved', 'cancelled', 'handed_over'].some((key) => found.has(key as 'booked')))
    return write('client_thanks');
  if (['confirm_book', 'confirm_move', 'confirm_cancel', 'offer_book'].some((key) => found.has(key as 'booked')))
    return write('client_yes');
  if (found.has('ask_name')) return understand(goal, null).name ?? write('client_name');
  if (found.has('ask_phone')) return PHONE;
  const times = reply.match(/(?<![\d:])\d{1,2}:\d{2}(?![\d:])/gu) ?? [];
  if (times.length > 0) return write('client_time', { time: wantedTime(goal, times, seed) });
  if (found.has('ask_service') || found.has('choose_service')) return goal;
  return found.has('no_times') ? write('client_other') : write('client_thanks');
}

type Write = (key: Parameters<typeof textFor>[0], values?: Record<string, string>) => string;

function opening(goal: string, language: Language, write: Write): string {
  const { intents } = understand(goal, null);
  if (intents.has('cancel')) return write('client_cancel');
  const service = conceptsOf(goal, { withTypos: true }).find(isService);
  if (intents.has('move')) return write('client_move', { wish: /(?:на|to|para)\s+(.+)$/iu.exec(goal)?.[1] ?? goal });
  return service
    ? write('client_wish', { wish: languageOf(goal) === language ? goal : termFor(service, language) })
    : goal;
}

/** The time of the goal where it is offered, else one chosen by the seed. */
function wantedTime(goal: string, times: readonly string[], seed: number | null): string {
  const { time } = understand(goal, null).when;
  return times.find((one) => one === time) ?? times[(seed ?? 0) % times.length] ?? '';
}

const lower = (text: string) => text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
