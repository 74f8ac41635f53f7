import type { TextVariable } from '#contract/texts/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { REPORT_VARIABLES } from '#contract/texts/values.ts';
import { LOCALE_TAGS } from '#server/platform/values/locale-rules.ts';

export type PeriodKind = 'day' | 'week';

/** The figures of a period. */
export type ReportFigures = {
  booked: number;
  came: number;
  /** Null for orders, which have no arrivals. */
  noShow: number | null;
  cancelled: number;
  newcomers: number;
  revenueMinor: number;
  sent: number;
  read: number;
  answered: number;
};

/** The contents of a report. */
export type ReportWords = {
  /** First and last day. */
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  figures: ReportFigures;
  /** Figures of the previous period of the same length. */
  before: ReportFigures;
  /** Visits of the next period of the same length; null for orders. */
  ahead: number | null;
};

type ReportVariable = (typeof REPORT_VARIABLES)[number];

type ReportFacts = { report?: ReportWords; currency: string };

/** The values of a report's variables in a text; null for variables of other subjects. */
export function reportValues(facts: {
  report: ReportWords;
  currency: string;
}): (variable: TextVariable, language: Language) => string | null {
  return (variable, language) => (isReportVariable(variable) ? REPORT_VALUES[variable](facts, language) : null);
}

function isReportVariable(variable: TextVariable): variable is ReportVariable {
  return Object.hasOwn(REPORT_VALUES, variable);
}

/** Each figure with its difference from the previous period: «12 (+3)». */
const REPORT_VALUES: Readonly<Record<ReportVariable, (facts: ReportFacts, language: Language) => string>> = {
  reportPeriod: ({ report }, language) => (report ? periodIn(report, language) : ''),
  reportBooked: ({ report }) => counted(report, 'booked'),
  reportCame: ({ report }) => counted(report, 'came'),
  reportNoShow: ({ report }) => counted(report, 'noShow'),
  reportCancelled: ({ report }) => counted(report, 'cancelled'),
  reportNew: ({ report }) => counted(report, 'newcomers'),
  reportRevenue: ({ report, currency }, language) =>
    moneyWithChange(report, (one) => one.revenueMinor, currency, language),
  reportAverage: ({ report, currency }, language) => moneyWithChange(report, averageMinor, currency, language),
  reportSent: ({ report }) => counted(report, 'sent'),
  reportRead: ({ report }) => counted(report, 'read'),
  reportAnswered: ({ report }) => counted(report, 'answered'),
  reportAhead: ({ report }) => (typeof report?.ahead === 'number' ? String(report.ahead) : ''),
};

function counted(report: ReportWords | undefined, what: Exclude<keyof ReportFigures, 'revenueMinor'>): string {
  const [now, before] = [report?.figures[what] ?? null, report?.before[what] ?? 0];
  return now === null ? '' : `${now}${changed(now - before, (size) => String(size))}`;
}

/** The signed difference; empty when it is zero. */
function changed(difference: number, written: (size: number) => string): string {
  if (difference === 0) return '';
  return ` (${difference > 0 ? '+' : '−'}${written(Math.abs(difference))})`;
}

/** Average revenue per arrived contact; null when there were none. */
function averageMinor({ revenueMinor, came }: ReportFigures): number | null {
  return came > 0 ? Math.round(revenueMinor / came) : null;
}

function moneyWithChange(
  report: ReportWords | undefined,
  figureOf: (figures: ReportFigures) => number | null,
  currency: string,
  language: Language,
): string {
  const now = report ? figureOf(report.figures) : null;
  if (!report || now === null || !/^[A-Z]{3}$/.test(currency)) return '';
  const before = figureOf(report.before) ?? 0;
  const percent = before > 0 ? Math.round(((now - before) / before) * 100) : 0;
  const share = new Intl.NumberFormat(LOCALE_TAGS[language], { style: 'percent' });
  const format = new Intl.NumberFormat(LOCALE_TAGS[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  });
  const decimals = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  return `${format.format(now / 10 ** (decimals ?? 2))}${changed(percent, (size) => share.format(size / 100))}`;
}

/** «20 ноября», «16–22 ноября». */
function periodIn({ from, to }: ReportWords, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALE_TAGS[language], { day: 'numeric', month: 'long' });
  return from.equals(to) ? format.format(from) : format.formatRange(from, to);
}

/** An example for the gallery: a good day, or week. */
export function exampleReport(at: Temporal.Instant, timeZone: string, days: number): ReportWords {
  const today = at.toZonedDateTimeISO(timeZone).toPlainDate();
  const figures = (of: number): ReportFigures => ({
    booked: of,
    came: of - 2,
    noShow: 1,
    cancelled: 1,
    newcomers: 3,
    revenueMinor: (of - 2) * 180_000,
    sent: of * 2,
    read: of * 2 - 3,
    answered: of - 4,
  });
  return {
    from: today.subtract({ days }),
    to: today.subtract({ days: 1 }),
    figures: figures(14 * days),
    before: figures(12 * days),
    ahead: 11 * days,
  };
}
