import type { FlowVariable } from '#contract/flows.ts';
import type { DeliveryKind, OrderStatus } from '#contract/orders.ts';
import type { Language } from '#contract/primitives.ts';
import { LOCALE_TAGS } from '#server/platform/locale-rules.ts';
import { REPORT_VALUES, type ReportWords } from '#server/reports/value-rules.ts';
import { deliveryKindText, orderStatusText } from './texts.ts';

/** What is said of a subject, before it is put into words of a language. */
export type SubjectWords = {
  startsAt: Temporal.Instant;
  /** Of the branch: the customer comes there, so its clock is the one that counts. */
  timeZone: string;
  masterName: string | null;
  serviceTitles: readonly string[];
  totalMinor: number;
  currency: string;
  branchTitle: string;
  branchAddress: string | null;
  branchPhone: string | null;
  manageUrl: string | null;
  order?: OrderWords;
  cart?: { items: readonly OrderedItem[]; url: string | null };
  eventName?: string;
  /** Of an event of the business's own: what its program posted with it. */
  properties?: Readonly<Record<string, string | number>>;
  report?: ReportWords;
};

type OrderedItem = { title: string; amount: number };

type OrderWords = {
  number: string | null;
  status: OrderStatus;
  items: readonly OrderedItem[];
  deliveryKind: DeliveryKind | null;
  readyAt: Temporal.Instant | null;
  courierName: string | null;
  courierPhone: string | null;
  cancelCause: string | null;
};

/** What variables are filled from: one subject, its customer and the business. */
export type VariableFacts = SubjectWords & {
  clientName: string;
  /** Where the visit was before it moved; null when it did not. */
  oldStartsAt: Temporal.Instant | null;
  visitsCount: number | null;
  /** Whole units of the currency. */
  spent: number | null;
  offerTitles: readonly string[];
  /** Where customers leave a review, as the owner says. */
  reviewUrl: string | null;
  businessName: string;
  /** Asked for when a text has it: a link is sealed for each customer. */
  ignoreLink(): string | null;
};

/** What a variable says of the facts, in the words of one language; empty where nothing is known. */
export type VariableValues = {
  of(variable: FlowVariable): string;
  /** Of the event a program posted: it has properties of the program's own. */
  property(name: string): string;
};

/** Variables in one language. Each is put into words when it is asked for: a text has few of them. */
export function variableValues(facts: VariableFacts, language: Language): VariableValues {
  const { properties = {} } = facts;
  return {
    of: (variable) => WORDS[variable](facts, language),
    property: (name) => (Object.hasOwn(properties, name) ? clean(String(properties[name])) : ''),
  };
}

const WORDS: Readonly<Record<FlowVariable, (facts: VariableFacts, language: Language) => string>> = {
  clientName: ({ clientName }) => clean(clientName),
  recordDate: (facts, language) => dateIn(wallOf(facts, facts.startsAt), language),
  recordTime: (facts) => timeOf(wallOf(facts, facts.startsAt)),
  recordWeekday: (facts, language) => weekdayIn(wallOf(facts, facts.startsAt), language),
  oldRecordDate: (facts, language) => (facts.oldStartsAt ? dateIn(wallOf(facts, facts.oldStartsAt), language) : ''),
  oldRecordTime: (facts) => (facts.oldStartsAt ? timeOf(wallOf(facts, facts.oldStartsAt)) : ''),
  masterName: ({ masterName }) => clean(masterName),
  serviceTitle: ({ serviceTitles }) => serviceTitles.map(clean).filter(Boolean).join(', '),
  orderSum: ({ totalMinor, currency }, language) => sumIn(totalMinor, currency, language),
  visitsCount: ({ visitsCount }) => (visitsCount ? String(visitsCount) : ''),
  spentSum: ({ spent, currency }, language) => sumIn(minorUnits(spent ?? 0, currency), currency, language),
  orderNumber: ({ order }) => clean(order?.number ?? null),
  orderStatus: ({ order }, language) => (order ? orderStatusText(order.status, language) : ''),
  orderItems: ({ order, cart }) =>
    (order?.items ?? cart?.items ?? [])
      .map(({ title, amount }) => (amount === 1 ? clean(title) : `${clean(title)} × ${amount}`))
      .filter(Boolean)
      .join(', '),
  deliveryKind: ({ order }, language) => (order?.deliveryKind ? deliveryKindText(order.deliveryKind, language) : ''),
  readyTime: (facts) => (facts.order?.readyAt ? timeOf(wallOf(facts, facts.order.readyAt)) : ''),
  courierName: ({ order }) => clean(order?.courierName ?? null),
  courierPhone: ({ order }) => clean(order?.courierPhone ?? null),
  cancelCause: ({ order }) => clean(order?.cancelCause ?? null),
  paymentLink: ({ cart }) => clean(cart?.url ?? null),
  eventName: ({ eventName }) => clean(eventName ?? null),
  ...REPORT_VALUES,
  offerTitle: ({ offerTitles }) => offerTitles.map(clean).filter(Boolean).join(', '),
  branchTitle: ({ branchTitle }) => clean(branchTitle),
  branchAddress: ({ branchAddress }) => clean(branchAddress),
  branchPhone: ({ branchPhone }) => clean(branchPhone),
  businessName: ({ businessName }) => clean(businessName),
  recordForm: ({ manageUrl }) => clean(manageUrl),
  reviewForm: ({ reviewUrl }) => clean(reviewUrl),
  ignoreLink: ({ ignoreLink }) => clean(ignoreLink()),
};

function wallOf({ timeZone }: VariableFacts, at: Temporal.Instant): Temporal.ZonedDateTime {
  return at.toZonedDateTimeISO(timeZone);
}

/** Making a formatter costs a hundred times its use. */
const DATES = formatsOf({ day: 'numeric', month: 'long' });
const SHORT_DATES = formatsOf({ day: 'numeric', month: 'short' });
const WEEKDAYS = formatsOf({ weekday: 'long' });

function formatsOf(options: Intl.DateTimeFormatOptions): Record<Language, Intl.DateTimeFormat> {
  const make = (language: Language) => new Intl.DateTimeFormat(LOCALE_TAGS[language], { ...options, timeZone: 'UTC' });
  return { ru: make('ru'), en: make('en'), pt_br: make('pt_br'), uk: make('uk') };
}

/** The day as milliseconds of UTC: a format takes a number ten times faster than a `Temporal.PlainDate`. */
function dayOf({ year, month, day }: Temporal.ZonedDateTime): number {
  return Date.UTC(year, month - 1, day);
}

/** Day and month: «21 ноября», “November 21”. */
export function dateIn(wall: Temporal.ZonedDateTime, language: Language): string {
  return DATES[language].format(dayOf(wall));
}

/** For buttons: «21 нояб.», “Nov 21”. */
export function shortDateIn(wall: Temporal.ZonedDateTime, language: Language): string {
  return SHORT_DATES[language].format(dayOf(wall));
}

export function weekdayIn(wall: Temporal.ZonedDateTime, language: Language): string {
  return WEEKDAYS[language].format(dayOf(wall));
}

/** `18:30`, the same in every language. */
export function timeOf(wall: Temporal.ZonedDateTime): string {
  return wall.toPlainTime().toString({ smallestUnit: 'minute' });
}

/** A sum with its currency's own number of decimals, none when it is whole; nothing when no price is known. */
function sumIn(totalMinor: number, currency: string, language: Language): string {
  if (totalMinor <= 0 || !/^[A-Z]{3}$/.test(currency)) return '';
  const format = new Intl.NumberFormat(LOCALE_TAGS[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  });
  return format.format(totalMinor / 10 ** decimalsOf(currency));
}

/** Rubles of kopecks, by the currency's own number of decimals. */
export function wholeUnits(minor: number, currency: string): number {
  return Math.floor(minor / 10 ** decimalsOf(currency));
}

function minorUnits(whole: number, currency: string): number {
  return whole * 10 ** decimalsOf(currency);
}

const knownDecimals = new Map<string, number>();

function decimalsOf(currency: string): number {
  const known = knownDecimals.get(currency);
  if (known !== undefined) return known;
  const isCode = /^[A-Z]{3}$/.test(currency);
  const format = isCode ? new Intl.NumberFormat('en', { style: 'currency', currency }) : null;
  const decimals = format?.resolvedOptions().maximumFractionDigits ?? 2;
  knownDecimals.set(currency, decimals);
  return decimals;
}

/** What others typed becomes one line without control characters, so that it cannot break out of its place. */
function clean(value: string | null): string {
  return (value ?? '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Bidi_Control}]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
