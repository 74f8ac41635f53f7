/** Country ids in which tax numbers are checked by Russia's rules. */
const RUSSIA: readonly number[] = [0, 1];

export const isRussian = (countryId: number): boolean => RUSSIA.includes(countryId);

const TEN = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const ELEVENTH = [7, ...TEN];
const TWELFTH = [3, ...ELEVENTH];

/** Checks Russia's INN with its checksum: 10 digits of a company, 12 of an entrepreneur. */
export function isInn(text: string): boolean {
  if (/^\d{10}$/.test(text)) return hasCheckDigit(text, TEN);
  return /^\d{12}$/.test(text) && hasCheckDigit(text, ELEVENTH) && hasCheckDigit(text, TWELFTH);
}

/** Whether an INN is a company's, which has a KPP too. */
export const isCompanyInn = (inn: string): boolean => inn.length === 10;

/** Checks the form of Russia's KPP; it has no checksum. */
export const isKpp = (text: string): boolean => /^\d{4}[\dA-Z]{2}\d{3}$/.test(text);

function hasCheckDigit(digits: string, weights: readonly number[]): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return (sum % 11) % 10 === Number(digits[weights.length]);
}
