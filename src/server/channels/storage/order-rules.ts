import { isYclientsCountry } from '#contract/brands/countries.ts';
import type { ChannelKindName } from '#contract/channels/kinds.ts';

type Rank = Readonly<Record<ChannelKindName, number>>;

const WHATSAPP_FIRST: Rank = {
  dialog360: 1,
  twilio_whatsapp: 1,
  whatsapp_qr: 2,
  telegram_bot: 3,
  telegram_user: 3,
  max_bot: 3,
  twilio_sms: 4,
  sigma_sms: 4,
  web_chat: 5,
  chatwoot: 5,
};

/** Where WhatsApp is restricted, bots are tried before it. */
const BOTS_FIRST: Rank = { ...WHATSAPP_FIRST, telegram_bot: 0, max_bot: 0 };

/**
 * The place of a new channel among those of a cabinet: by the usual order of its country, as long as the channels stand in
 * that order; after the owner has arranged them otherwise, the last.
 *
 * @param kinds of the channels that are there, in their order
 * @returns its index
 */
export function placeOfChannel(kinds: readonly ChannelKindName[], kind: ChannelKindName, countryId: number): number {
  const rank = isYclientsCountry(countryId) ? BOTS_FIRST : WHATSAPP_FIRST;
  const isUsual = kinds.every((one, index) => index === 0 || rank[kinds[index - 1] ?? one] <= rank[one]);
  if (!isUsual) return kinds.length;
  return kinds.filter((one) => rank[one] <= rank[kind]).length;
}
