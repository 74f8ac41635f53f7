const WORD = "\\p{Lu}[\\p{L}\\d’'-]*";
const NAME = `(?:\\p{Lu}\\.\\s?)*${WORD}(?:\\s+(?:(?:de|da|do|dos|das|e)\\s+)?${WORD}){0,3}`;
const HOUSE =
  '(?:,?\\s*(?:д\\.|дом|буд\\.|будинок|№|n[º°o]\\.?)?\\s*(?<house>\\d{1,4}\\p{L}?(?:/\\d+)?)(?![\\d:.]\\d|\\p{L}))?';
const STREET_BEFORE =
  '(?:[уУ]л\\.|[уУ]лиц\\p{L}+|[пП]р-т|[пП]росп\\.|[пП]роспект\\p{L}*|[пП]ер\\.|[пП]ереул\\p{L}+|[пП]л\\.|[пП]лощад\\p{L}+|[бБ]ульвар\\p{L}*|[бБ]-р|[нН]аб\\.|[нН]абережн\\p{L}+|[шШ]оссе|[вВ]ул\\.|[вВ]улиц\\p{L}+|[пП]ров\\.|[пП]ровул\\p{L}+|Rua|Avenida|Av\\.|Travessa|Praça|Alameda|Rodovia|Estrada|Largo)';
const STREET_AFTER =
  '(?:улиц\\p{L}+|ул\\.|проспект\\p{L}*|пр-т|переул\\p{L}+|пер\\.|бульвар\\p{L}*|шоссе|набережн\\p{L}+|площад\\p{L}+|вулиц\\p{L}+|вул\\.|провул\\p{L}+)';
const ENGLISH_STREET =
  '(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Boulevard|Blvd|Drive|Dr|Square|Sq|Place|Way|Court|Terrace|Crescent)';

/** Words with a capital letter that begin a sentence. */
const NO_NAME = '(?:На|По|От|До|Из|Со?|В|К|У|За|При|Наша|Эта|Вся|Біля|Від|Ця|Уся)';

/** Forms of addresses: the name of the street and the house, each in its group. */
const FORMS: readonly RegExp[] = [
  new RegExp(`(?<!\\p{L})${STREET_BEFORE}\\s+(?<name>${NAME})${HOUSE}`, 'gu'),
  new RegExp(`(?<!\\p{L})(?!${NO_NAME}\\s)(?<name>${WORD})\\s+${STREET_AFTER}${HOUSE}`, 'gu'),
  new RegExp(
    `(?<![\\d:.])(?<house>\\d{1,5}\\p{L}?)\\s+(?<name>(?:\\p{Lu}[\\p{L}’']+\\s+){1,3})${ENGLISH_STREET}(?!\\p{L})`,
    'gu',
  ),
];
/** Words of a text around a street in which its house stands. */
const NEAR = 4;

/** Finds addresses of a text that a source does not have: the street in any of its cases, and the house beside it. */
export function unknownAddresses(text: string, known: string): string[] {
  const words = wordsOf(known);
  const found = FORMS.flatMap((form) => [...text.matchAll(form)]);
  return found.filter(({ groups }) => !isIn(words, groups ?? {})).map(([quote]) => quote);
}

function isIn(words: readonly string[], { name = '', house }: Record<string, string | undefined>): boolean {
  const stems = wordsOf(name).map(stemOf);
  return words.some((_word, at) => {
    const hasName = stems.every((stem, offset) => words[at + offset]?.startsWith(stem));
    const around = words.slice(Math.max(0, at - NEAR), at + stems.length + NEAR);
    return hasName && (house === undefined || around.includes(house.toLowerCase()));
  });
}

/** Names of streets are declined in Russian and Ukrainian: "Тверская", "на Тверской". */
const stemOf = (word: string) =>
  /\p{Script=Cyrillic}/u.test(word) && word.length > 4 ? word.slice(0, Math.max(4, word.length - 3)) : word;

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
