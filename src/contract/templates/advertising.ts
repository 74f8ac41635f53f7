/**
 * Beginnings of words that WhatsApp's reviewers take for an offer, in the languages of the product.
 * https://developers.facebook.com/docs/whatsapp/updates-to-pricing/new-template-guidelines
 */
const STARTS = [
  'скидк|акци[яиюе]|распродаж|подар(?:ок|к)|бонус|промокод|выгод|спецпредложени|дарим|розыгрыш',
  'знижк|акці[яїюєй]|розпродаж|подарун|вигідн|спецпропозиці|даруємо|розіграш',
  'discount|sale\\b|special offer|promo|coupon|voucher|gift|bonus|deal\\b|giveaway',
  'descont|promoç|liquidaç|brinde|oferta|cupom|sorteio|um presente',
].join('|');
const PERCENT = String.raw`(?<!\d)[-−–]\s?\d{1,2}\s?%|\d{1,2}\s?%\s?off`;

const OFFER = new RegExp(String.raw`(?<!\p{L})(?:${STARTS})|${PERCENT}`, 'iu');

/** Whether a text reads like advertising: as a utility template it would be refused, or moved to marketing. */
export const readsLikeAdvertising = (text: string): boolean => OFFER.test(text);
