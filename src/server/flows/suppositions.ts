import { BranchId } from '#contract/connections.ts';
import { ContactId } from '#contract/contacts.ts';
import { FlowId, type FlowKind, type FlowSettings } from '#contract/flows.ts';
import type { Language } from '#contract/primitives.ts';
import { VisitId } from '#contract/visits.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import type { Tenant } from '#server/tenants/rules.ts';
import { listVisitsAhead } from '#server/visits/actions.ts';
import { FLOW_KINDS } from './catalogue.ts';
import type { FlowToDecide, VisitEvent } from './decision.ts';
import { EXAMPLES } from './example-texts.ts';
import { type KnownVisit, withReach } from './facts.ts';

export type UnsavedFlow = FlowToDecide & { testPhones: string[] };

/** Settings as if they were a flow that sends to customers. */
export function unsavedFlow(kind: FlowKind, settings: FlowSettings): UnsavedFlow {
  return {
    id: newId(FlowId),
    kind,
    settings,
    status: 'working',
    mode: 'combat',
    version: 1,
    isDeleted: false,
    testPhones: [],
  };
}

/** A visit as it would be when the flow writes about it: a cancellation is told of a cancelled one. */
export function supposeIt(visit: KnownVisit, kind: FlowKind): KnownVisit {
  const { statuses } = FLOW_KINDS[kind];
  const [only] = statuses;
  return statuses.length === 1 && only ? { ...visit, status: only } : visit;
}

/** As if it happened now; a moved visit comes from the same hour of the day before. */
export function supposedEvent(visit: KnownVisit, kind: FlowKind, now: Temporal.Instant): VisitEvent | null {
  const { trigger } = FLOW_KINDS[kind];
  if (trigger === null) return null;
  const isMove = trigger === 'visit.moved';
  return {
    id: visit.id,
    name: trigger,
    occurredAt: now,
    from: isMove ? visit.startsAt.subtract({ hours: 24 }) : null,
    to: isMove ? visit.startsAt : null,
  };
}

/** Tomorrow at half past six in the evening, for a cabinet without a visit ahead. */
export function exampleVisit(tenant: Tenant, language: Language, now: Temporal.Instant): KnownVisit {
  const { clientName, ...words } = EXAMPLES[language];
  const contactId = newId(ContactId);
  const contact = { id: contactId, name: clientName, phone: null, language, timeZone: null, refusesMailings: false };
  const tomorrow = now.toZonedDateTimeISO(tenant.timeZone).toPlainDate().add({ days: 1 });
  return {
    id: newId(VisitId),
    branchId: newId(BranchId),
    branchTitle: tenant.name,
    branchAddress: words.branchAddress,
    branchPhone: null,
    timeZone: tenant.timeZone,
    currency: tenant.currency,
    isBranchActive: true,
    contactId,
    masterId: null,
    masterName: words.masterName,
    serviceIds: [],
    serviceTitles: [words.serviceTitle],
    startsAt: tomorrow.toZonedDateTime({ timeZone: tenant.timeZone, plainTime: '18:30' }).toInstant(),
    durationMinutes: 60,
    status: 'waiting',
    totalMinor: 150_000,
    manageUrl: null,
    isFirst: true,
    timeVersion: 1,
    reach: { contact, addresses: [], optOuts: [] },
  };
}

/** The nearest visit ahead, for a trial; null when there is none. */
export async function nearestVisit(scope: TenantScope, now: Temporal.Instant): Promise<KnownVisit | null> {
  const { visits } = await listVisitsAhead(scope, { now, limit: 1 });
  const [nearest] = await withReach(scope, visits);
  return nearest ?? null;
}
