import type { Language } from '#contract/primitives.ts';
import type { ChecklistItem } from '#contract/quality/checklists.ts';
import { LOCALE_TAGS } from '#server/platform/values/locale-rules.ts';
import { COLUMNS, qualityText } from './texts.ts';
import type { VerdictRow } from './verdict-row-queries.ts';

export const titleRow = (language: Language): string[] =>
  COLUMNS.map((column) => qualityText(language, `columns.${column}`));

/** The cells of a verdict, in the order of the titles. */
export function verdictCells(
  row: VerdictRow,
  { items, language, timeZone }: { items: readonly ChecklistItem[]; language: Language; timeZone: string },
): string[] {
  const started = row.startedAt.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' });
  const cells: Record<(typeof COLUMNS)[number], string> = {
    date: started.replace('T', ' '),
    client: row.client,
    employee: row.employee || qualityText(language, 'nobody'),
    bot: row.isBot ? qualityText(language, 'bot') : '',
    question: items.find(({ id }) => id === row.itemId)?.words ?? '',
    verdict: qualityText(language, `verdict.${row.verdict}`),
    model: qualityText(language, `verdict.${row.modelVerdict}`),
    quote: row.quote ?? '',
    place: placeOf(row, language),
    cause: row.cause ?? '',
    comment: row.comment,
    score: row.score === null ? '' : inNumbers(row.score, language),
  };
  return COLUMNS.map((column) => cells[column]);
}

function placeOf({ line, second }: VerdictRow, language: Language): string {
  if (second !== null) return clock(second);
  return line === null ? '' : qualityText(language, 'line', { number: line + 1 });
}

/** Minutes and seconds, e.g. `2:05`. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export const inNumbers = (value: number, language: Language): string =>
  value.toLocaleString(LOCALE_TAGS[language], { maximumFractionDigits: 1 });
