import { stemsOf } from '../../lexicon/stems.ts';
import { fold } from '../../lexicon/words.ts';
import type { Talk } from '../reading/talk.ts';
import { nameAlone, type Understanding, understand } from '../understanding/understand.ts';
import { compileRecognizer } from '../wording/phrases.ts';
import { maxPriceIn, wayIn } from './shop-words.ts';

/** Goods of the last list, as they were written. */
export type Offered = { title: string; price: string };

/**
 * Where a talk with a shop stands, read out of its lines alone.
 *
 * @property question the questions of the last answer
 * @property card empty: none is wanted; null: not asked yet
 */
export type ShopState = {
  question: ReadonlySet<string>;
  offered: Offered[];
  chosen: Offered | null;
  way: 'delivery' | 'pickup' | null;
  day: string | null;
  time: string | null;
  address: string | null;
  zone: string | null;
  name: string | null;
  phone: string | null;
  card: string | null;
};

const recognizeQuestions = compileRecognizer([
  'shop_choose',
  'shop_ask',
  'order_ask_way',
  'order_ask_when',
  'order_ask_address',
  'order_ask_zone',
  'order_ask_name',
  'order_ask_phone',
  'order_ask_card',
  'order_confirm',
]);
const recognizeEnds = compileRecognizer(['order_placed', 'order_tried']);

const FRESH: ShopState = {
  question: new Set(),
  offered: [],
  chosen: null,
  way: null,
  day: null,
  time: null,
  address: null,
  zone: null,
  name: null,
  phone: null,
  card: null,
};

/** Reads a talk from its beginning to the newest message. */
export function readShop(talk: Talk, newest: Understanding): ShopState {
  let state = FRESH;
  for (const { role, text } of talk.lines)
    state = role === 'assistant' ? afterReply(state, text) : afterMessage(state, understand(text, talk.now));
  return afterMessage(state, newest);
}

function afterReply(state: ShopState, text: string): ShopState {
  if (recognizeEnds(text).size > 0) return { ...FRESH, name: state.name, phone: state.phone };
  const question = recognizeQuestions(text);
  const offered = question.has('shop_choose') ? offersIn(text) : state.offered;
  return { ...state, question, offered, ...(question.has('shop_choose') && { chosen: null }) };
}

/** "1. Roses: 2 900 ₽", one in a line. */
function offersIn(text: string): Offered[] {
  return [...text.matchAll(/^\d+\. (.+): ([^:\n]+)$/gmu)].map(([, title = '', price = '']) => ({ title, price }));
}

function afterMessage(state: ShopState, message: Understanding): ShopState {
  const { question } = state;
  const { text, when, isNo } = message;
  const chosen = question.has('shop_choose') ? (chooseOffer(state.offered, message) ?? state.chosen) : state.chosen;
  return {
    ...state,
    chosen,
    way: wayIn(text) ?? state.way,
    day: when.day ?? state.day,
    time: when.time ?? state.time,
    address: question.has('order_ask_address') ? text.trim() : state.address,
    zone: question.has('order_ask_zone') ? text.trim() : state.zone,
    name: question.has('order_ask_name') ? (message.name ?? nameAlone(message) ?? text.trim()) : state.name,
    phone: message.phone ?? (question.has('order_ask_phone') ? text.trim() : state.phone),
    card: question.has('order_ask_card') ? cardIn(text, isNo) : state.card,
  };
}

const cardIn = (text: string, isNo: boolean): string => (isNo && text.trim().length <= 20 ? '' : text.trim());

/** The goods that a message means, by place, by words of the title, or because there is but one. */
function chooseOffer(offered: readonly Offered[], message: Understanding): Offered | null {
  const { text, ordinal, isYes } = message;
  if (ordinal !== null) return offered.at(ordinal) ?? null;
  if (maxPriceIn(text) !== null) return null;
  const stems = new Set(stemsOf(text));
  const scored = offered.map((offer) => ({
    offer,
    score: fold(text).includes(fold(offer.title)) ? 100 : stemsOf(offer.title).filter((stem) => stems.has(stem)).length,
  }));
  const [best, second] = scored.toSorted((one, other) => other.score - one.score);
  if (best && best.score > 0 && best.score > (second?.score ?? 0)) return best.offer;
  const [only] = offered;
  return only && offered.length === 1 && isYes ? only : null;
}
