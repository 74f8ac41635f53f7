import type { PastedReview, ReviewFilePreview } from '#contract/replies/calls.ts';
import { LONGEST_AUTHOR, type PastedSource } from '#contract/replies/values.ts';
import { LONGEST_REVIEW } from '#contract/reviews/values.ts';
import { readBirthDate } from '#server/imports/day-rules.ts';

/** A row of a file: its line, counted from 1, and its cells. */
export type Row = { line: number; cells: readonly string[]; isBroken: boolean };

type Field = 'source' | 'authorName' | 'stars' | 'text' | 'reviewedOn' | 'externalId';

/** Titles of columns, as exports of platforms and people write them; the first column that fits has the field. */
const TITLES: Readonly<Record<Field, RegExp>> = {
  stars:
    /^(?:оценк|рейтинг|звезд|звёзд|балл|оцінк|зірк|rating|stars?\b|score|rate\b|nota|estrela|avalia[cç][aã]o geral|classifica)/iu,
  text: /^(?:текст|отзыв|комментар|сообщени|відгук|коментар|text|review\b|review.?text|comment|body|content|texto|avalia[cç][aã]o$|coment[aá]rio|mensagem)/iu,
  authorName:
    /^(?:автор|имя|клиент|пользовател|от кого|ім'?.?я|клієнт|користувач|author|name|user|reviewer|client|customer|autor|nome|cliente|usu[aá]rio)/iu,
  reviewedOn: /^(?:дата|когда|день|час|date|created|published|time|data|quando|publicad)/iu,
  source: /^(?:источник|площадк|сервис|сайт|платформ|джерел|майданчик|source|platform|site|origem|plataforma|fonte)/iu,
  externalId: /^(?:id\b|ид\b|номер|код|external|review.?id|ідентифікатор|identificador)/iu,
};

/** The column of each field, by the titles of a row. */
export function columnsOf(titles: readonly string[]): Partial<Record<Field, number>> {
  const columns: Partial<Record<Field, number>> = {};
  for (const field of Object.keys(TITLES) as Field[]) {
    const at = titles.findIndex(
      (title, index) => TITLES[field].test(title.trim()) && !Object.values(columns).includes(index),
    );
    if (at !== -1) columns[field] = at;
  }
  return columns;
}

/** Rows above the titles, e.g. a heading of the whole table. */
const MAX_HEADINGS = 5;

/** The row of titles: the first one that names the stars; null: there is none. */
export function titlesIn(rows: readonly Row[]): { at: number; columns: Partial<Record<Field, number>> } | null {
  for (const [at, { cells }] of rows.slice(0, MAX_HEADINGS).entries()) {
    const columns = columnsOf(cells);
    if (columns.stars !== undefined) return { at, columns };
  }
  return null;
}

type Read = PastedReview | { field: ReviewFilePreview['errors'][number]['field']; value: string };

/** Reads a row. @param usual the source of rows that name none */
export function readRow({ cells, isBroken }: Row, columns: Partial<Record<Field, number>>, usual: PastedSource): Read {
  const cell = (field: Field) => {
    const at = columns[field];
    return at === undefined ? '' : (cells[at] ?? '').trim();
  };
  if (isBroken) return { field: null, value: cells.join(' ').slice(0, 80) };
  const stars = starsIn(cell('stars'));
  if (stars === null) return { field: 'stars', value: cell('stars').slice(0, 80) };
  const text = cell('text');
  if (text.length > LONGEST_REVIEW) return { field: 'text', value: `${text.slice(0, 80)}…` };
  const day = cell('reviewedOn');
  const reviewedOn = day === '' ? null : readBirthDate(day);
  if (day !== '' && (reviewedOn === null || reviewedOn < '1990'))
    return { field: 'reviewedOn', value: day.slice(0, 80) };
  return {
    source: sourceIn(cell('source')) ?? usual,
    authorName: cell('authorName').slice(0, LONGEST_AUTHOR),
    stars,
    text,
    reviewedOn,
    externalId: cell('externalId').slice(0, 200) || null,
  };
}

/** `5`, `4,0`, `5 из 5`, `★★★★`, `FIVE`; null: none from 1 to 5. */
export function starsIn(cell: string): number | null {
  const drawn = cell.match(/★|⭐/gu)?.length;
  const words = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'].indexOf(cell.toUpperCase()) + 1;
  const number = drawn ?? (words || Number(/^\s*(\d+(?:[.,]\d+)?)/u.exec(cell)?.[1]?.replace(',', '.')));
  return Number.isInteger(number) && number >= 1 && number <= 5 ? number : null;
}

function sourceIn(cell: string): PastedSource | null {
  if (cell === '') return null;
  if (/yandex|яндекс/iu.test(cell)) return 'yandex';
  if (/2\s?gis|2\s?гис|дубль\s?гис/iu.test(cell)) return '2gis';
  return /google|гугл/iu.test(cell) ? 'google' : 'other';
}
