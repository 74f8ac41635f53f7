import { BranchId } from '#contract/connections.ts';
import { ContactId } from '#contract/contacts.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { FlowId, type FlowKind, type FlowSettings } from '#contract/flows.ts';
import type { Language } from '#contract/primitives.ts';
import { VisitId } from '#contract/visits.ts';
import { newId } from '#server/platform/ids.ts';
import type { Tenant } from '#server/tenants/rules.ts';
import type { FlowEvent, FlowToDecide } from '#server/flows/deciding/decision.ts';
import { EXAMPLES } from '#server/flows/gallery/example-texts.ts';
import type { PersonalSubject } from '#server/flows/subjects/people.ts';
import { NO_HISTORY } from '#server/flows/deciding/refusals.ts';

export type UnsavedFlow = FlowToDecide & { testPhones: string[] };

/** Settings as if they were a flow that sends to customers, and always did. */
export function unsavedFlow(kind: FlowKind, settings: FlowSettings): UnsavedFlow {
  return {
    id: newId(FlowId),
    kind,
    settings,
    status: 'working',
    mode: 'combat',
    version: 1,
    isDeleted: false,
    lastStartedAt: null,
    testPhones: [],
  };
}

/** A subject as it would be when the flow writes about it: a cancellation is told of a cancelled visit. */
export function supposeIt<Known extends PersonalSubject>(subject: Known, kind: FlowKind): Known {
  const { statuses } = FLOW_CATALOGUE[kind];
  const [only] = statuses;
  return statuses.length === 1 && only ? { ...subject, status: only } : subject;
}

/** As if it happened now; a moved visit comes from the same hour of the day before. */
export function supposedEvent(subject: PersonalSubject, kind: FlowKind, now: Temporal.Instant): FlowEvent | null {
  const { triggers, statuses } = FLOW_CATALOGUE[kind];
  const [name] = triggers;
  if (name === undefined) return null;
  const isMove = name === 'visit.moved';
  return {
    id: subject.id,
    name,
    occurredAt: now,
    from: isMove ? subject.startsAt.subtract({ hours: 24 }) : null,
    to: isMove ? subject.startsAt : null,
    statusTo: statuses[0] ?? null,
    changes: isMove ? ['time'] : [],
    version: null,
  };
}

/** Tomorrow at half past six in the evening, for a cabinet without a visit ahead. */
export function exampleSubject(tenant: Tenant, language: Language, now: Temporal.Instant): PersonalSubject {
  const { clientName, ...said } = EXAMPLES[language];
  const contactId = newId(ContactId);
  const { timeZone, currency } = tenant;
  const tomorrow = now.toZonedDateTimeISO(timeZone).toPlainDate().add({ days: 1 });
  const startsAt = tomorrow.toZonedDateTime({ timeZone, plainTime: '18:30' }).toInstant();
  const about = { timeZone, startsAt, branchTitle: tenant.name, masterName: said.masterName };
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
    serviceTitles: [said.serviceTitle],
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
      serviceTitles: [said.serviceTitle],
      totalMinor: 150_000,
      branchAddress: said.branchAddress,
      branchPhone: null,
      manageUrl: null,
    },
    person: {
      reach: { contact, addresses: [], optOuts: [] },
      history: { ...NO_HISTORY, visitsCount: 5, spent: 7_500 },
      heard: [],
    },
  };
}
