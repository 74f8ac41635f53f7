import type { SubjectWords } from './value-rules.ts';
import { type CustomerHistory, type KnownSubject, NO_HISTORY } from './rules.ts';
import { exampleTexts } from './text-rules.ts';
import { minorUnits } from '#server/texts/content/format-rules.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import type { OrderStatus } from '#contract/orders/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { SubjectKind } from '#contract/subjects/subjects.ts';
import { VisitId } from '#contract/visits/calls.ts';
import type { Reach } from '#server/contacts/book/actions.ts';
import type { Tenant } from '#server/tenants/rules.ts';

/** No row has it. */
const EXAMPLE_ID = '00000000-0000-7000-8000-000000000000';

type Example = {
  /** The kind whose values it has beside those of a visit. */
  kind: SubjectKind;
  startsAt: Temporal.Instant;
  orderStatus: OrderStatus;
};

/** Whole units that a haircut, or a dinner for two, costs about. */
const SUMS: Readonly<Record<string, number>> = {
  RUB: 1_500,
  KZT: 7_500,
  UAH: 850,
  UZS: 150_000,
  AMD: 6_000,
  BRL: 90,
  BYN: 55,
};
const USUAL_SUM = 24;

export const exampleSum = (currency: string): number => SUMS[currency] ?? USUAL_SUM;

/** Invents a subject with its contact, for a cabinet without any of the kind. */
export function exampleSubject(
  { kind, startsAt, orderStatus }: Example,
  tenant: Tenant,
  language: Language,
): KnownSubject & { person: { reach: Reach; history: CustomerHistory; recentMessages: [] } } {
  const { clientName, ...texts } = exampleTexts(language);
  const contactId = ContactId.parse(EXAMPLE_ID);
  const { timeZone, currency } = tenant;
  const sum = exampleSum(currency);
  const about = { timeZone, startsAt, branchTitle: tenant.name, masterName: texts.masterName };
  const contact = {
    id: contactId,
    name: clientName,
    givenName: null,
    phone: null,
    language,
    timeZone: null,
    refusesMailings: false,
    visitsCount: 5,
    spentMinor: minorUnits(5 * sum, currency),
    categories: [],
    tags: [],
    birthDate: null,
    lastVisitAt: null,
    importIds: [],
  };
  return {
    ...about,
    kind: 'visit',
    id: VisitId.parse(EXAMPLE_ID),
    source: null,
    branchId: BranchId.parse(EXAMPLE_ID),
    isBranchActive: true,
    contactId,
    masterId: null,
    serviceIds: [],
    serviceTitles: [texts.serviceTitle],
    serviceCategories: [],
    status: 'waiting',
    total: sum,
    isFirst: true,
    isOnline: false,
    deliveryKind: null,
    eventName: null,
    timeVersion: 1,
    durationMinutes: 60,
    words: {
      ...about,
      currency,
      serviceTitles: [texts.serviceTitle],
      totalMinor: minorUnits(sum, currency),
      branchAddress: texts.branchAddress,
      branchPhone: null,
      manageUrl: null,
      ...ownWords(kind, { language, startsAt, orderStatus }),
    },
    person: {
      reach: { contact, addresses: [], optOuts: [] },
      history: { ...NO_HISTORY, visitsCount: 5, spent: 5 * sum },
      recentMessages: [],
    },
  };
}

/** Values of an order, a cart or an API event that a visit does not have. */
function ownWords(
  kind: SubjectKind,
  { language, startsAt, orderStatus }: { language: Language; startsAt: Temporal.Instant; orderStatus: OrderStatus },
): Pick<SubjectWords, 'order' | 'deal' | 'cart' | 'eventName'> {
  const { items, courierName, courierPhone, cancelCause, eventName } = exampleTexts(language);
  if (kind === 'cart') return { cart: { items, url: null } };
  if (kind === 'api_event') return { eventName };
  if (kind === 'deal' || kind === 'deal_task') {
    const {
      dealTitle: title,
      dealStage: stage,
      dealResponsible: responsibleName,
      taskText: text,
    } = exampleTexts(language);
    return { deal: { title, stage, responsibleName, task: kind === 'deal' ? null : { text, dueAt: startsAt } } };
  }
  if (kind !== 'order') return {};
  const known = { number: '1024', items, readyAt: startsAt, courierName, courierPhone, cancelCause };
  return { order: { ...known, status: orderStatus, deliveryKind: null } };
}
