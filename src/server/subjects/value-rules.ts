import type { TextVariable } from '#contract/texts/calls.ts';
import type { DeliveryKind, OrderStatus } from '#contract/orders/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { REPORT_VARIABLES, REVIEW_VARIABLES } from '#contract/texts/values.ts';
import { dateIn, minorUnits, oneLine, sumIn, timeOf, weekdayIn } from '#server/texts/content/format-rules.ts';
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
  order?: OrderWords;
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
  recordDate: (facts, language) => dateIn(wallOf(facts, facts.startsAt), language),
  recordTime: (facts) => timeOf(wallOf(facts, facts.startsAt)),
  recordWeekday: (facts, language) => weekdayIn(wallOf(facts, facts.startsAt), language),
  oldRecordDate: (facts, language) => (facts.oldStartsAt ? dateIn(wallOf(facts, facts.oldStartsAt), language) : ''),
  oldRecordTime: (facts) => (facts.oldStartsAt ? timeOf(wallOf(facts, facts.oldStartsAt)) : ''),
  masterName: ({ masterName }) => oneLine(masterName),
  serviceTitle: ({ serviceTitles }) => serviceTitles.map(oneLine).filter(Boolean).join(', '),
  orderSum: ({ totalMinor, currency }, language) => sumIn(totalMinor, currency, language),
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
  eventName: ({ eventName }) => oneLine(eventName ?? null),
  offerTitle: ({ offerTitles }) => offerTitles.map(oneLine).filter(Boolean).join(', '),
  branchTitle: ({ branchTitle }) => oneLine(branchTitle),
  branchAddress: ({ branchAddress }) => oneLine(branchAddress),
  branchPhone: ({ branchPhone }) => oneLine(branchPhone),
  businessName: ({ businessName }) => oneLine(businessName),
  recordForm: ({ visitPageUrl, manageUrl }) => oneLine(visitPageUrl?.() ?? manageUrl),
  reviewForm: ({ reviewUrl }) => oneLine(reviewUrl()),
  ignoreLink: ({ ignoreLink }) => oneLine(ignoreLink()),
} satisfies Record<Exclude<TextVariable, SenderVariable>, Value>;

function wallOf({ timeZone }: VariableFacts, at: Temporal.Instant): Temporal.ZonedDateTime {
  return at.toZonedDateTimeISO(timeZone);
}
