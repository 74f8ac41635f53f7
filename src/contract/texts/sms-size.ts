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
  const costs = [...text].map((character) => (isGsm && GSM_EXTENDED.includes(character) ? 2 : character.length));
  const used = costs.reduce((sum, cost) => sum + cost, 0);
  if (used <= sizes.single) return { parts: 1, used, limit: sizes.single };
  const parts = partsOf(costs, sizes.part);
  return { parts, used, limit: parts * sizes.part };
}

/** Number of parts; a character that costs two units is never cut in half. */
function partsOf(costs: readonly number[], size: number): number {
  let [parts, filled] = [1, 0];
  for (const cost of costs) {
    const isFull = filled + cost > size;
    if (isFull) parts += 1;
    filled = isFull ? cost : filled + cost;
  }
  return parts;
}
