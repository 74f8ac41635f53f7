import type { Content, TableCell } from 'pdfmake';
import type { Language } from '#contract/primitives.ts';
import type { EmployeeScore, ItemScore, WholeQualityReport } from '#contract/quality/reports.ts';
import { FEWEST_FOR_PERCENT } from '#contract/quality/values.ts';
import { writePdf } from '#server/platform/files/pdf-writing.ts';
import { LOCALE_TAGS } from '#server/platform/values/locale-rules.ts';
import { clock, inNumbers } from './row-rules.ts';
import { qualityText } from './texts.ts';

type SummaryKey = Extract<Parameters<typeof qualityText>[1], `summary.${string}`>;
type Write = (
  key: SummaryKey extends `summary.${infer Key}` ? Key : never,
  values?: Record<string, string | number>,
) => string;

/** Writes the summary of a report as a PDF. */
export function writeSummaryPdf(
  report: WholeQualityReport,
  { language, author }: { language: Language; author: string },
): Promise<Buffer> {
  const t: Write = (key, values) => qualityText(language, `summary.${key}`, values);
  const title = t('title', { title: report.checklistTitle });
  return writePdf({
    title,
    author,
    language: LOCALE_TAGS[language],
    content: [
      { text: drawn(title), fontSize: 18, bold: true, margin: [0, 0, 0, 4] },
      ...headOf(report, t, language),
      ...(report.done === 0 ? [{ text: t('empty') }] : bodyOf(report, t, language)),
    ],
  });
}

function headOf(
  { kind, period, talks, found, done, failed, score, stop, summary }: WholeQualityReport,
  t: Write,
  language: Language,
): Content[] {
  const day = (date: string) =>
    Temporal.PlainDate.from(date).toLocaleString(LOCALE_TAGS[language], {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    });
  return [
    { text: t(kind, { from: day(period.from), to: day(period.to) }), color: GREY, margin: [0, 0, 0, 10] },
    {
      text: score === null ? t('no_score') : t('score', { score: inNumbers(score, language) }),
      fontSize: 14,
      bold: true,
      margin: [0, 0, 0, 4],
    },
    { text: t('taken', { talks, found, done, failed }) },
    ...(stop === null ? [] : [{ text: t('stopped') }]),
    ...(summary ? [{ text: drawn(summary), margin: [0, 10, 0, 0] as Margin }] : []),
  ];
}

type Margin = [number, number, number, number];
const GREY = '#52525b';

function bodyOf({ employees, items, measures }: WholeQualityReport, t: Write, language: Language): Content[] {
  return [
    heading(t('employees')),
    table(
      ['*', 42, 42, 42, 50, 110, 80],
      [t('employee'), t('cases'), t('score_short'), t('spread'), t('criticals'), t('most_missed'), t('cause')],
      employees.map((one) => employeeCells(one, language)),
    ),
    ...(employees.some(({ cases }) => cases < FEWEST_FOR_PERCENT)
      ? [{ text: t('few', { count: FEWEST_FOR_PERCENT }), color: GREY, fontSize: 8, margin: [0, 4, 0, 0] as Margin }]
      : []),
    heading(t('items')),
    table(
      ['*', 36, 36, 52, 52, 56],
      [t('question'), t('yes'), t('no'), t('na'), t('unclear'), t('agreement')],
      items.map((item) => itemCells(item)),
    ),
    ...(measures ? [heading(t('waits')), { ul: waits(measures, t, language) }] : []),
    ...(employees.some(({ best, worst }) => best.length + worst.length > 0) ? [heading(t('quotes'))] : []),
    ...employees.flatMap((one) => quotesOf(one, t, language)),
  ];
}

function waits(
  { firstAnswer, longestWait, unanswered }: NonNullable<WholeQualityReport['measures']>,
  t: Write,
  language: Language,
): string[] {
  const time = (seconds: number) => durationOf(seconds, language);
  return [
    ...(firstAnswer === null ? [] : [t('first_answer', { time: time(firstAnswer) })]),
    ...(longestWait === null ? [] : [t('longest_wait', { time: time(longestWait) })]),
    t('unanswered', { count: unanswered }),
  ];
}

const SECONDS = { hour: 3_600, minute: 60 };

function durationOf(seconds: number, language: Language): string {
  if (seconds < SECONDS.hour) return clock(seconds);
  const hours = Math.round((seconds / SECONDS.hour) * 10) / 10;
  return hours.toLocaleString(LOCALE_TAGS[language], { style: 'unit', unit: 'hour' });
}

const heading = (text: string): Content => ({ text, fontSize: 13, bold: true, margin: [0, 16, 0, 6] });

const table = (widths: (string | number)[], titles: string[], rows: TableCell[][]): Content => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths,
    body: [titles.map((text): TableCell => ({ text, bold: true })), ...rows],
  },
  layout: 'lightHorizontalLines',
  fontSize: 9,
});

const nameOf = ({ employee, isBot }: EmployeeScore, language: Language): string =>
  `${employee || qualityText(language, 'nobody')}${isBot ? ` (${qualityText(language, 'bot')})` : ''}`;

function employeeCells(one: EmployeeScore, language: Language): TableCell[] {
  const number = (value: number | null) => (value === null ? '' : inNumbers(value, language));
  return [
    nameOf(one, language),
    String(one.cases),
    number(one.score),
    number(one.spread),
    one.criticals === 0 ? '' : String(one.criticals),
    one.mostMissed ?? '',
    one.rootCause ?? '',
  ].map(drawn);
}

function itemCells({ words, yes, no, na, unclear, judged, changed }: ItemScore): TableCell[] {
  const isMany = judged >= FEWEST_FOR_PERCENT;
  const agreement = isMany ? `${Math.round(((judged - changed) / judged) * 100)} %` : `${judged - changed} / ${judged}`;
  return [words, String(yes), String(no), String(na), String(unclear), agreement].map(drawn);
}

function quotesOf(one: EmployeeScore, t: Write, language: Language): Content[] {
  if (one.best.length + one.worst.length === 0) return [];
  const list = (title: string, quotes: EmployeeScore['best']): Content[] =>
    quotes.length === 0
      ? []
      : [
          { text: title, color: GREY, margin: [0, 2, 0, 2] },
          {
            ul: quotes.map(({ words, quote }) => ({
              text: [{ text: `${drawn(words)} `, color: GREY }, { text: `«${drawn(quote)}»` }],
            })),
            margin: [0, 0, 0, 4],
          },
        ];
  return [
    { text: drawn(nameOf(one, language)), bold: true, margin: [0, 6, 0, 2] },
    ...list(t('best'), one.best),
    ...list(t('worst'), one.worst),
  ];
}

/** The font has no pictures. */
const drawn = (text: string): string => text.replaceAll(/\p{Extended_Pictographic}|\u200D|\uFE0F/gu, '').trim();
