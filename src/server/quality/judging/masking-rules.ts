import { EMAIL, LONG_NUMBER } from '#server/assistants/cases/masking-rules.ts';

const NUMBER = String.raw`\d+[\p{L}]?(?:[/-]\d+)?`;
const NAMES = String.raw`[\p{Lu}\d][\p{L}\d.'’-]*(?:\s+[\p{L}\d.'’-]+){0,3}?`;
/** A street with a house: "ул. Ленина, 5", "Rua das Flores, 120", "12 Baker Street". */
const ADDRESSES: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<!\p{L})(?:улиц[аеуы]|ул\.|проспекте?|пр-т|просп\.|переулк?о?к?е?|пер\.|шоссе|бульвар|вулиц[яіюі]|вул\.|провулок|пров\.)\s*${NAMES},?\s*(?:дом|д\.|буд\.|будинок)?\s*${NUMBER}(?:,?\s*(?:кв\.?|квартира|корп\.?|к\.)\s*\d+)?`,
    'giu',
  ),
  new RegExp(
    String.raw`(?<!\p{L})(?:rua|avenida|av\.|travessa|alameda|praça)\s+(?:d[aeo]s?\s+)?${NAMES},?\s*(?:n[ºo°.]\s*)?${NUMBER}`,
    'giu',
  ),
  new RegExp(
    String.raw`\b${NUMBER}\s+(?:\p{Lu}[\p{L}'’-]*\s+){1,3}(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|square)\b\.?`,
    'giu',
  ),
];

const KINDS: readonly (readonly [string, readonly RegExp[]])[] = [
  ['email', [EMAIL]],
  ['address', ADDRESSES],
  ['number', [LONG_NUMBER]],
];
/** Digits of a bank card. */
const CARD_DIGITS = { least: 15, most: 19 };

export type Masking = {
  mask(text: string): string;
  /** Puts back what was masked. */
  unmask(text: string): string;
};

/** Masks phones, cards, e-mails and addresses of one talk; the same words have the same mark. */
export function masking(): Masking {
  const marks = new Map<string, string>();
  const counts = new Map<string, number>();
  const markOf = (kind: string, words: string): string => {
    const known = marks.get(words);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const mark = `[${kind} ${count}]`;
    marks.set(words, mark);
    return mark;
  };
  return {
    mask: (text) =>
      KINDS.reduce(
        (masked, [kind, patterns]) =>
          patterns.reduce(
            (written, pattern) => written.replaceAll(pattern, (words) => markOf(kindOf(kind, words), words)),
            masked,
          ),
        text,
      ),
    unmask: (text) => [...marks].reduce((written, [words, mark]) => written.replaceAll(mark, () => words), text),
  };
}

function kindOf(kind: string, words: string): string {
  if (kind !== 'number') return kind;
  const digits = words.replaceAll(/\D/gu, '').length;
  return !words.startsWith('+') && digits >= CARD_DIGITS.least && digits <= CARD_DIGITS.most ? 'card' : 'phone';
}
