/** Numbers are written with and without their country: the last digits are the same. */
const OWN_DIGITS = 9;

/** Returns whether texts of a contact have a phone, in any way to write it. @param phone E.164 */
export function containsPhone(texts: string, phone: string): boolean {
  const written = texts.match(/\d(?:[\s().\-\u2010-\u2015]{0,3}\d)*/gu) ?? [];
  const own = phone.replaceAll(/\D/gu, '').slice(-OWN_DIGITS);
  return written.some((digits) => digits.replaceAll(/\D/gu, '').includes(own));
}
