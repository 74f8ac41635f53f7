/** Values of words of numbers in the four languages; forms that follow "from" are listed where prices have them. */
const VALUES: readonly (readonly [value: number, words: string])[] = [
  [1, 'один одна одну одной one um uma одна'],
  [2, 'два две двух two dois duas дві двох'],
  [3, 'три трёх трех three três трьох'],
  [4, 'четыре четырёх четырех four quatro чотири чотирьох'],
  [5, "пять пяти five cinco п'ять п'яти"],
  [6, 'шесть шести six seis шість шести'],
  [7, 'семь семи seven sete сім семи'],
  [8, 'восемь восьми eight oito вісім восьми'],
  [9, "девять девяти nine nove дев'ять дев'яти"],
  [10, 'десять десяти ten dez десять'],
  [11, 'одиннадцать eleven onze одинадцять'],
  [12, 'двенадцать twelve doze дванадцять'],
  [13, 'тринадцать thirteen treze тринадцять'],
  [14, 'четырнадцать fourteen catorze quatorze чотирнадцять'],
  [15, "пятнадцать fifteen quinze п'ятнадцять"],
  [16, 'шестнадцать sixteen dezesseis шістнадцять'],
  [17, 'семнадцать seventeen dezessete сімнадцять'],
  [18, 'восемнадцать eighteen dezoito вісімнадцять'],
  [19, "девятнадцать nineteen dezenove дев'ятнадцять"],
  [20, 'двадцать двадцати twenty vinte двадцять'],
  [30, 'тридцать тридцати thirty trinta тридцять'],
  [40, 'сорок сорока forty quarenta'],
  [50, "пятьдесят пятидесяти fifty cinquenta п'ятдесят"],
  [60, 'шестьдесят шестидесяти sixty sessenta шістдесят'],
  [70, 'семьдесят семидесяти seventy setenta сімдесят'],
  [80, 'восемьдесят восьмидесяти eighty oitenta вісімдесят'],
  [90, "девяносто ninety noventa дев'яносто"],
  [100, 'сто ста cem cento'],
  [200, 'двести двухсот duzentos duzentas двісті'],
  [300, 'триста трёхсот трехсот trezentos trezentas триста'],
  [400, 'четыреста четырёхсот четырехсот quatrocentos quatrocentas чотириста'],
  [500, "пятьсот пятисот quinhentos quinhentas п'ятсот"],
  [600, 'шестьсот шестисот seiscentos seiscentas шістсот'],
  [700, 'семьсот семисот setecentos setecentas сімсот'],
  [800, 'восемьсот восьмисот oitocentos oitocentas вісімсот'],
  [900, "девятьсот девятисот novecentos novecentas дев'ятсот"],
  [1_500, 'полторы півтори'],
];
const VALUE_OF = new Map(VALUES.flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)));
const HUNDRED = 'hundred';
const THOUSANDS = new Set(
  'тысяча тысячу тысячи тысяч тыс тысячей thousand mil тисяча тисячу тисячі тисяч тис'.split(' '),
);
/** Words between words of one number. */
const JOINING = new Set(['and', 'e']);
/** "One" alone is hardly ever an amount. */
const SMALLEST = 10;

/** An amount that a text states in words, with its place. */
export type NumberInWords = { value: number; at: number; quote: string };

type Word = { word: string; at: number; end: number };

/** Finds numbers from ten up that are written in words, or in digits before "thousand": "полторы тысячи", "2 thousand". */
export function numbersInWords(text: string): NumberInWords[] {
  const words = [...text.matchAll(/\d+(?:[.,]\d+)?|[\p{L}'’ʼ]+/gu)].map(({ 0: word, index }): Word => ({
    word: comparable(word),
    at: index,
    end: index + word.length,
  }));
  const found: NumberInWords[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const length = runAt(text, words, at);
    const run = words.slice(at, at + length);
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last) continue;
    const value = valueOf(run.map(({ word }) => word));
    if (value >= SMALLEST) found.push({ value, at: first.at, quote: text.slice(first.at, last.end) });
    at += length - 1;
  }
  return found;
}

/** Number of words from a place on that make one number; digits begin one only before "thousand". */
function runAt(text: string, words: readonly Word[], from: number): number {
  let length = 0;
  for (let at = from; at < words.length; at += 1) {
    const { word, at: start } = words[at] ?? { word: '', at: 0 };
    const before = words[at - 1];
    if (length > 0 && before && !/^[\s-]+$/u.test(text.slice(before.end, start))) break;
    const isDigits = at === from && /^\d/u.test(word) && THOUSANDS.has(words[at + 1]?.word ?? '');
    const isInside = length > 0 && JOINING.has(word) && VALUE_OF.has(words[at + 1]?.word ?? '');
    if (!isDigits && !isInside && !VALUE_OF.has(word) && !THOUSANDS.has(word) && word !== HUNDRED) break;
    length += 1;
  }
  return length;
}

function valueOf(words: readonly string[]): number {
  let [whole, part] = [0, 0];
  for (const word of words) {
    if (/^\d/u.test(word)) part = Number(word.replace(',', '.'));
    else if (THOUSANDS.has(word)) {
      // "Полторы тысячи" is a thousand and a half, not so many thousands.
      whole += part === 1_500 ? part : (part || 1) * 1_000;
      part = 0;
    } else if (word === HUNDRED) part = (part || 1) * 100;
    else part += VALUE_OF.get(word) ?? 0;
  }
  return Math.round((whole + part) * 100) / 100;
}

const comparable = (word: string) => word.toLowerCase().replaceAll(/[’ʼ]/gu, "'");
