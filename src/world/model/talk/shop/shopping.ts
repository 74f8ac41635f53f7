import { isRecord } from '../../../values/fields.ts';
import { clientName } from '../deciding/booking.ts';
import { handOver } from '../deciding/handing-over.ts';
import { findTool, needDeed, needResult } from '../deciding/needs.ts';
import { isRefused, reasonOf } from '../reading/results.ts';
import type { Talk } from '../reading/talk.ts';
import type { Understanding } from '../understanding/understand.ts';
import { dayText, phrase, type PhraseKey } from '../wording/phrases.ts';
import { type ShopState, readShop } from './shop-state.ts';
import { isAboutGoods, isStatusQuestion, maxPriceIn, wantsOrder, wayIn } from './shop-words.ts';

type Fields = Record<string, unknown>;

/** Answers as a shop that sells from a catalogue; null where a message is about something else, or nothing is sold. */
export function answerShop(talk: Talk, message: Understanding): string[] | null {
  if (!findTool(talk, 'search_catalogue')) return null;
  const state = readShop(talk, message);
  const { text, intents, isNo } = message;
  if (isStatusQuestion(text)) return findTool(talk, 'order_status') ? describeStatus(talk, text) : null;
  if (state.question.has('order_confirm') && (isNo || intents.has('stop'))) return [phrase(talk, 'order_stopped')];
  if (state.chosen && state.question.size > 0) return nextStep(talk, state, message);
  if (isAboutGoods(text) || maxPriceIn(text) !== null) return search(talk, text);
  if (state.question.has('shop_ask') || (state.question.has('shop_choose') && !message.isQuestion))
    return search(talk, text);
  if (wayIn(text) !== null) return describeDelivery(talk, message);
  return wantsOrder(text) && findTool(talk, 'place_order') ? [phrase(talk, 'shop_ask')] : null;
}

function search(talk: Talk, text: string): string[] {
  const result = needResult(talk, 'search_catalogue', { words: text, max_price: maxPriceIn(text) }) ?? {};
  const items = records(result['items']);
  if (items.length === 0) {
    const categories = strings(result['categories']).join(', ');
    return [
      phrase(talk, 'shop_not_sold'),
      ...(categories ? [phrase(talk, 'shop_categories', { list: categories })] : []),
    ];
  }
  return [
    phrase(talk, isRefused(result) ? 'shop_dearer' : 'shop_found'),
    ...items.map((item, at) => `${at + 1}. ${word(item, 'title')}: ${word(item, 'price')}`),
    phrase(talk, 'shop_choose'),
  ];
}

/** The next thing that an order needs, or the order itself. */
function nextStep(talk: Talk, state: ShopState, message: Understanding): string[] {
  const times = needResult(talk, 'delivery_times', { day: state.day }) ?? {};
  const way = state.way ?? onlyWay(times);
  if (way === null) return [phrase(talk, 'order_ask_way'), ...describePlaces(talk, times)];
  if (state.day === null || state.time === null) return [...dayLines(talk, times), phrase(talk, 'order_ask_when')];
  if (way === 'delivery' && state.address === null) return [phrase(talk, 'order_ask_address')];
  if (state.name === null) return [phrase(talk, 'order_ask_name')];
  if (state.phone === null && !hasPhone(talk)) return [phrase(talk, 'order_ask_phone')];
  if (state.card === null) return [phrase(talk, 'order_ask_card')];
  const isAgreed = message.isYes && state.question.has('order_confirm');
  const isAgreedBefore = state.question.has('order_ask_zone');
  if (isAgreed || isAgreedBefore) return place(talk, { ...state, way });
  return [phrase(talk, 'order_confirm', { details: detailsOf(talk, { ...state, way }) })];
}

type WholeOrder = ShopState & { way: 'delivery' | 'pickup' };

function detailsOf(talk: Talk, { chosen, way, day, time, address, name }: WholeOrder): string {
  const when = phrase(talk, 'details_when', { day: dayText(talk.language, day ?? ''), time: time ?? '' });
  return [
    `${chosen?.title ?? ''}, ${chosen?.price ?? ''}`,
    way === 'delivery'
      ? phrase(talk, 'order_detail_delivery', { when, address: address ?? '' })
      : phrase(talk, 'order_detail_pickup', { when }),
    phrase(talk, 'order_detail_recipient', { name: name ?? clientName(talk) ?? '' }),
  ].join('; ');
}

function place(talk: Talk, order: WholeOrder): string[] {
  const title = order.chosen?.title ?? '';
  const found = records((needResult(talk, 'search_catalogue', { words: title, max_price: null }) ?? {})['items']);
  const item = found.find((one) => word(one, 'title') === title) ?? found[0];
  if (!item) return [phrase(talk, 'shop_not_sold')];
  const result =
    needDeed(talk, 'place_order', {
      items: [{ sku: word(item, 'sku'), quantity: 1 }],
      way: order.way,
      when: `${order.day} ${order.time}`,
      zone: order.zone,
      address: order.way === 'delivery' ? order.address : null,
      recipient_name: order.name,
      recipient_phone: order.phone,
      card_text: order.card || null,
      comment: null,
    }) ?? {};
  if (isRefused(result)) return afterRefusal(talk, result);
  const placed = isRecord(result['order']) ? result['order'] : {};
  const total = word(placed, 'total');
  const number = word(placed, 'number');
  return [number ? phrase(talk, 'order_placed', { number, total }) : phrase(talk, 'order_tried', { total })];
}

function afterRefusal(talk: Talk, result: Fields): string[] {
  switch (reasonOf(result)) {
    case 'needs_time':
    case 'not_open':
      return [phrase(talk, 'order_not_open'), ...dayLines(talk, result), phrase(talk, 'order_ask_when')];
    case 'which_zone':
      return [phrase(talk, 'order_ask_zone', { options: zonesOf(result['zones']) })];
    case 'needs_address':
      return [phrase(talk, 'order_ask_address')];
    case 'needs_name':
      return [phrase(talk, 'order_ask_name')];
    case 'needs_phone':
      return [phrase(talk, 'order_ask_phone')];
    case 'not_in_catalogue':
    case 'no_items':
      return [phrase(talk, 'shop_not_sold')];
    default:
      return [phrase(talk, 'failed'), ...handOver(talk, 'reason_unknown')];
  }
}

function describeDelivery(talk: Talk, { when }: Understanding): string[] {
  const times = needResult(talk, 'delivery_times', { day: when.day }) ?? {};
  return [...dayLines(talk, times), ...describePlaces(talk, times)];
}

function describePlaces(talk: Talk, times: Fields): string[] {
  const list = zonesOf(times['delivery']);
  const address = word(times, 'pickup_address');
  return [
    ...(list ? [phrase(talk, 'delivery_prices', { list })] : []),
    ...(address ? [phrase(talk, 'pickup_place', { address })] : []),
  ];
}

function describeStatus(talk: Talk, text: string): string[] {
  const digits = /\d{1,6}/u.exec(text)?.[0];
  const number = digits === undefined ? null : Number(digits);
  const result = needResult(talk, 'order_status', { number }) ?? {};
  const orders = records(result['orders']);
  if (orders.length === 0) return [phrase(talk, 'no_orders')];
  return orders.map((order) =>
    phrase(talk, 'order_state', {
      number: word(order, 'number'),
      total: word(order, 'total'),
      state: phrase(talk, stateOf(word(order, 'status'))),
    }),
  );
}

function stateOf(status: string): PhraseKey {
  if (status.startsWith('accepted')) return 'order_state_accepted';
  if (status.startsWith('handed')) return 'order_state_handed';
  return status.startsWith('cancelled') ? 'order_state_cancelled' : 'order_state_new';
}

/** The only way in which the shop gives out orders; null: both. */
function onlyWay(times: Fields): 'delivery' | 'pickup' | null {
  const [delivers, hasPlace] = [records(times['delivery']).length > 0, word(times, 'pickup_address') !== ''];
  if (delivers === hasPlace) return null;
  return delivers ? 'delivery' : 'pickup';
}

const dayLines = (talk: Talk, result: Fields): string[] =>
  records(result['days']).map((day) =>
    phrase(talk, 'order_day', {
      day: dayText(talk.language, word(day, 'day')),
      from: word(day, 'from'),
      until: word(day, 'until'),
    }),
  );

const zonesOf = (value: unknown): string =>
  records(value)
    .map((zone) => `${word(zone, 'zone')} ${word(zone, 'price')}`.trim())
    .join(', ');

const hasPhone = (talk: Talk): boolean =>
  talk.client.some(({ label, value }) => /phone|телефон|telefone/iu.test(label) && /\d{7}/u.test(value));

const records = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

function word(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
