import { fold } from '../../lexicon/words.ts';

const GOODS =
  /(?<!\p{L})(?:букет|роз[аыуео]|розоч|цвет|тюльпан|пион|хризантем|лили[яию]|орхиде|гортензи|подар|композици|bouquet|roses?(?!\p{L})|flower|tulip|peon|lil(?:y|ies)|orchid|hydrangea|gift|buqu|rosas?(?!\p{L})|flor(?:es)?(?!\p{L})|tulipa|presente|квіт|троянд|півон|подарун)/iu;
const PICKUP = /(?<!\p{L})(?:самовывоз|сам[аи]?\s+забер|забер|самовивіз|pick\s?(?:it\s)?up|collect|retir|busc)/iu;
const DELIVERY = /(?<!\p{L})(?:достав|привез|deliver|bring|entreg)/iu;
const STATUS =
  /(?:где|что\s+с|статус|когда\s+(?:будет|привез)).*заказ|заказ.*(?:где|статус|готов|едет)|(?:where|status|what about).*order|order.*(?:status|ready)|(?:де|що\s+з|статус).*замовлен|(?:onde|status|cadê).*pedido/iu;
const ORDER = /(?<!\p{L})(?:заказ|закаж|оформ|order|замов|pedido|pedir|encomend)/iu;

/** Whether a text is about flowers or gifts. */
export const isAboutGoods = (text: string): boolean => GOODS.test(fold(text)) || GOODS.test(text);
export const isStatusQuestion = (text: string): boolean => STATUS.test(fold(text));
export const wantsOrder = (text: string): boolean => ORDER.test(fold(text));

/** How an order is to come; null: the text does not say. */
export function wayIn(text: string): 'delivery' | 'pickup' | null {
  const plain = fold(text);
  if (PICKUP.test(plain)) return 'pickup';
  return DELIVERY.test(plain) ? 'delivery' : null;
}

const MOST =
  /(?:до|не\s+дорож\p{L}*|не\s+больше|в\s+пределах|under|up\s+to|below|less\s+than|max(?:imum)?|ate|no\s+maximo|не\s+більше)\s+(?:r\$|\$|€)?\s*(\d[\d\s]*)(?:[.,]\d+)?\s*(тыс|тис|k(?!\p{L})|к(?!\p{L})|mil(?!\p{L}))?/iu;

/** The most that something may cost, as "up to 3,000"; null: the text states none. */
export function maxPriceIn(text: string): number | null {
  const [, digits = '', thousands] = MOST.exec(fold(text)) ?? [];
  const number = Number(digits.replaceAll(/\s/g, ''));
  return digits === '' || number === 0 ? null : number * (thousands ? 1_000 : 1);
}
