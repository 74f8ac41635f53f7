import type { SubjectWords } from '#server/subjects/value-rules.ts';
import { NO_HISTORY } from '#server/subjects/rules.ts';
import { BranchId } from '#contract/connections.ts';
import { ContactId } from '#contract/contacts.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { FlowConditions } from '#contract/audiences.ts';
import type { FlowKind, FlowSettings } from '#contract/flows.ts';
import { OrderStatus } from '#contract/orders.ts';
import type { Language } from '#contract/primitives.ts';
import { VisitId } from '#contract/visits.ts';
import { newId } from '#server/platform/ids.ts';
import type { Tenant } from '#server/tenants/rules.ts';
import { example } from '#server/flows/defaults/texts.ts';
import type { PersonalSubject } from '#server/flows/facts/people-reads.ts';
import type { UnsavedFlow } from './preview-facts.ts';

const DAY_MINUTES = 1_440;

/** An invented subject at 18:30, for a cabinet without any of the flow's kind. */
export function exampleSubject(
  { kind, settings }: Pick<UnsavedFlow, 'kind' | 'settings'>,
  tenant: Tenant,
  { language, now }: { language: Language; now: Temporal.Instant },
): PersonalSubject {
  const { clientName, ...texts } = example(language);
  const contactId = newId(ContactId);
  const { timeZone, currency } = tenant;
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const startsAt = exampleDay(kind, settings, today).toZonedDateTime({ timeZone, plainTime: '18:30' }).toInstant();
  const about = { timeZone, startsAt, branchTitle: tenant.name, masterName: texts.masterName };
  const contact = {
    id: contactId,
    name: clientName,
    phone: null,
    language,
    timeZone: null,
    refusesMailings: false,
    visitsCount: 5,
    spentMinor: 750_000,
    categories: [],
  };
  return {
    ...about,
    kind: 'visit',
    id: newId(VisitId),
    source: null,
    branchId: newId(BranchId),
    isBranchActive: true,
    contactId,
    masterId: null,
    serviceIds: [],
    serviceTitles: [texts.serviceTitle],
    serviceCategories: [],
    status: 'waiting',
    total: 1_500,
    isFirst: true,
    isOnline: false,
    deliveryKind: null,
    eventName: null,
    timeVersion: 1,
    words: {
      ...about,
      currency,
      serviceTitles: [texts.serviceTitle],
      totalMinor: 150_000,
      branchAddress: texts.branchAddress,
      branchPhone: null,
      manageUrl: null,
      ...ownWords(kind, settings, { language, startsAt }),
    },
    person: {
      reach: { contact, addresses: [], optOuts: [] },
      history: { ...NO_HISTORY, visitsCount: 5, spent: 7_500 },
      recentMessages: [],
    },
  };
}

/** The day of the example: tomorrow, or for a past visit as many days ago as the flow waits. */
function exampleDay(kind: FlowKind, { timing }: FlowSettings, today: Temporal.PlainDate): Temporal.PlainDate {
  const { subject, usefulHours } = FLOW_CATALOGUE[kind];
  if (subject !== 'visit' || usefulHours === null) return today.add({ days: 1 });
  return today.subtract({ days: Math.max(1, Math.round(timing.delayMinutes / DAY_MINUTES)) });
}

/** Values of an order, a cart or an API event that a visit does not have. */
function ownWords(
  kind: FlowKind,
  { conditions }: FlowSettings,
  { language, startsAt }: { language: Language; startsAt: Temporal.Instant },
): Pick<SubjectWords, 'order' | 'cart' | 'eventName'> {
  const { items, courierName, courierPhone, cancelCause, eventName } = example(language);
  const { subject } = FLOW_CATALOGUE[kind];
  if (subject === 'cart') return { cart: { items, url: null } };
  if (subject === 'api_event') return { eventName };
  if (subject !== 'order') return {};
  const known = { number: '1024', items, readyAt: startsAt, courierName, courierPhone, cancelCause };
  return { order: { ...known, status: orderStatusIn(conditions), deliveryKind: null } };
}

/** The first status that the conditions of a flow about orders require. */
function orderStatusIn({ groups }: FlowConditions): OrderStatus {
  const found = groups.flatMap(({ conditions }) => conditions.find(({ field }) => field === 'order_status') ?? []);
  const [one] = found;
  return OrderStatus.catch('unknown').parse(one && 'values' in one ? one.values[0] : undefined);
}
