/** Characters of the GSM 7-bit alphabet, and those that cost two of them (3GPP TS 23.038). */
const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const GSM_EXTENDED = '^{}\\[~]|€\f';

const GSM_SIZES = { single: 160, part: 153 };
const UNICODE_SIZES = { single: 70, part: 67 };

export type SmsSize = {
  parts: number;
  /** Septets, or UTF-16 units when the text needs Unicode. */
  used: number;
  /** How many fit into the number of parts it takes. */
  limit: number;
};

/** How many messages a text is billed as. */
export function smsSize(text: string): SmsSize {
  const isGsm = [...text].every((character) => GSM.includes(character) || GSM_EXTENDED.includes(character));
  const sizes = isGsm ? GSM_SIZES : UNICODE_SIZES;
  const used = isGsm ? text.length + [...text].filter((one) => GSM_EXTENDED.includes(one)).length : text.length;
  if (used <= sizes.single) return { parts: 1, used, limit: sizes.single };
  const parts = Math.ceil(used / sizes.part);
  return { parts, used, limit: parts * sizes.part };
}
