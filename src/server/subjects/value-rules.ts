import type { TextVariable } from '#contract/texts/calls.ts';
import type { DeliveryKind, OrderStatus } from '#contract/orders/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { REPORT_VARIABLES, REVIEW_VARIABLES } from '#contract/texts/values.ts';
import { dateIn, listIn, minorUnits, oneLine, sumIn, timeOf, weekdayIn } from '#server/texts/content/format-rules.ts';
import type { VariableValues } from '#server/texts/content/variable-rules.ts';
import { deliveryKindText, orderStatusText } from './text-rules.ts';

/** The values of a subject for variables, before they are formatted in a language. */
export type SubjectWords = {
  startsAt: Temporal.Instant;
  /** The branch's zone, because the contact comes to the branch. */
  timeZone: string;
  masterName: string | null;
  serviceTitles: readonly string[];
  totalMinor: number;
  currency: string;
  branchTitle: string;
  branchAddress: string | null;
  branchPhone: string | null;
  manageUrl: string | null;
  /** The visits of a succession that one message names, this one included, by their start; absent: this one alone. */
  visits?: readonly SubjectWords[];
  order?: OrderWords;
  deal?: DealWords;
  cart?: { items: readonly OrderedItem[]; url: string | null };
  eventName?: string;
  /** Properties that an API client posted with an event of its own. */
  properties?: Readonly<Record<string, string | number>>;
  /** Values that only this subject has, e.g. the figures of a report; null for all other variables. */
  own?: (variable: TextVariable, language: Language) => string | null;
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

type DealWords = {
  title: string;
  stage: string;
  responsibleName: string | null;
  task: { text: string; dueAt: Temporal.Instant } | null;
};

/** The facts that variables are filled from: one subject, its contact and the business. */
export type VariableFacts = SubjectWords & {
  clientName: string;
  /** The start before the visit was moved; null when it was not moved. */
  oldStartsAt: Temporal.Instant | null;
  visitsCount: number | null;
  /** Whole units of the currency. */
  spent: number | null;
  offerTitles: readonly string[];
  /** Our page of the visit, instead of `manageUrl`. The links are signed: each is called only when a text uses it. */
  visitPageUrl?: (() => string) | null;
  /** Address where contacts leave a review. */
  reviewUrl(): string | null;
  /** The name of the account. A message about an order is signed by its branch. */
  businessName: string;
  ignoreLink(): string | null;
};

/** Variables in one language. Each is formatted only when it is read: a text uses few of them. */
export function variableValues(facts: VariableFacts, language: Language): VariableValues {
  const { properties = {} } = facts;
  return {
    of: (variable) => facts.own?.(variable, language) ?? VALUES[variable]?.(facts, language) ?? '',
    property: (name) => (Object.hasOwn(properties, name) ? oneLine(String(properties[name])) : ''),
  };
}

type Value = (facts: VariableFacts, language: Language) => string;

/** Variables that no subject of this room has: the sender supplies them. */
type SenderVariable = (typeof REPORT_VARIABLES | typeof REVIEW_VARIABLES)[number] | 'slotLink';

const VALUES: Readonly<Partial<Record<TextVariable, Value>>> = {
  clientName: ({ clientName }) => oneLine(clientName),
  recordDate: (facts, language) => ofEach(facts, language, (one) => dateIn(wallOf(one, one.startsAt), language)),
  recordTime: (facts, language) => ofEach(facts, language, (one) => timeOf(wallOf(one, one.startsAt))),
  recordWeekday: (facts, language) => ofEach(facts, language, (one) => weekdayIn(wallOf(one, one.startsAt), language)),
  oldRecordDate: (facts, language) => (facts.oldStartsAt ? dateIn(wallOf(facts, facts.oldStartsAt), language) : ''),
  oldRecordTime: (facts) => (facts.oldStartsAt ? timeOf(wallOf(facts, facts.oldStartsAt)) : ''),
  masterName: (facts, language) => ofEach(facts, language, ({ masterName }) => oneLine(masterName)),
  serviceTitle: (facts) =>
    visitsOf(facts)
      .flatMap(({ serviceTitles }) => serviceTitles.map(oneLine).filter(Boolean))
      .join(', '),
  orderSum: (facts, language) => sumIn(totalOf(facts), facts.currency, language),
  visitsCount: ({ visitsCount }) => (visitsCount ? String(visitsCount) : ''),
  spentSum: ({ spent, currency }, language) => sumIn(minorUnits(spent ?? 0, currency), currency, language),
  orderNumber: ({ order }) => oneLine(order?.number ?? null),
  orderStatus: ({ order }, language) => (order ? orderStatusText(order.status, language) : ''),
  orderItems: ({ order, cart }) =>
    (order?.items ?? cart?.items ?? [])
      .map(({ title, amount }) => (amount === 1 ? oneLine(title) : `${oneLine(title)} × ${amount}`))
      .filter(Boolean)
      .join(', '),
  deliveryKind: ({ order }, language) => (order?.deliveryKind ? deliveryKindText(order.deliveryKind, language) : ''),
  readyTime: (facts) => (facts.order?.readyAt ? timeOf(wallOf(facts, facts.order.readyAt)) : ''),
  courierName: ({ order }) => oneLine(order?.courierName ?? null),
  courierPhone: ({ order }) => oneLine(order?.courierPhone ?? null),
  cancelCause: ({ order }) => oneLine(order?.cancelCause ?? null),
  paymentLink: ({ cart }) => oneLine(cart?.url ?? null),
  dealTitle: ({ deal }) => oneLine(deal?.title ?? null),
  dealStage: ({ deal }) => oneLine(deal?.stage ?? null),
  dealSum: (facts, language) => (facts.deal ? sumIn(facts.totalMinor, facts.currency, language) : ''),
  dealResponsible: ({ deal }) => oneLine(deal?.responsibleName ?? null),
  taskText: ({ deal }) => oneLine(deal?.task?.text ?? null),
  taskDate: (facts, language) => (facts.deal?.task ? dateIn(wallOf(facts, facts.deal.task.dueAt), language) : ''),
  taskTime: (facts) => (facts.deal?.task ? timeOf(wallOf(facts, facts.deal.task.dueAt)) : ''),
  eventName: ({ eventName }) => oneLine(eventName ?? null),
  offerTitle: ({ offerTitles }) => offerTitles.map(oneLine).filter(Boolean).join(', '),
  branchTitle: (facts, language) => ofEach(facts, language, ({ branchTitle }) => oneLine(branchTitle)),
  branchAddress: (facts) => different(visitsOf(facts).map(({ branchAddress }) => oneLine(branchAddress))).join('; '),
  branchPhone: (facts) => different(visitsOf(facts).map(({ branchPhone }) => oneLine(branchPhone))).join(', '),
  // NOTE: the guests of a restaurant know it by its own name, not by that of the account.
  businessName: ({ order, branchTitle, businessName }) => oneLine(order ? branchTitle : null) || oneLine(businessName),
  recordForm: ({ visitPageUrl, manageUrl }) => oneLine(visitPageUrl?.() ?? manageUrl),
  reviewForm: ({ reviewUrl }) => oneLine(reviewUrl()),
  ignoreLink: ({ ignoreLink }) => oneLine(ignoreLink()),
} satisfies Record<Exclude<TextVariable, SenderVariable>, Value>;

const visitsOf = ({ visits, ...own }: SubjectWords): readonly SubjectWords[] => visits ?? [own];

const different = (texts: readonly string[]) => [...new Set(texts.filter(Boolean))];

/** The values of the named visits that differ, as a list: «12:00 и 13:00». */
function ofEach(facts: VariableFacts, language: Language, read: (visit: SubjectWords) => string): string {
  return listIn(different(visitsOf(facts).map(read)), language);
}

/** Minor units; of the visits in the subject's own currency. */
function totalOf(facts: VariableFacts): number {
  const priced = visitsOf(facts).filter(({ currency }) => currency === facts.currency);
  return priced.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
}

function wallOf({ timeZone }: Pick<SubjectWords, 'timeZone'>, at: Temporal.Instant): Temporal.ZonedDateTime {
  return at.toZonedDateTimeISO(timeZone);
}
