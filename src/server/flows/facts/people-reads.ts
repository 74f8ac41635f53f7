import { wholeUnits } from '#server/texts/format-rules.ts';
import type { RecentMessage } from '#server/policy/priority-rules.ts';
import type { CustomerHistory, PastVisit, KnownSubject } from '#server/subjects/rules.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { ContactId } from '#contract/contacts.ts';
import { type Reach, reachOf } from '#server/contacts/actions.ts';
import { loadRecentMessages } from './recent-message-reads.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { pastVisits } from '#server/visits/actions.ts';
import type { CustomerToDecide } from '#server/flows/deciding/decision.ts';
import { variablesIn } from '#server/texts/text-rules.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';

/** A customer with their addresses, history and recent messages. */
export type KnownPerson = { reach: Reach; history: CustomerHistory; recentMessages: RecentMessage[] };

/** A subject with all stored facts about its customer. */
export type PersonalSubject = KnownSubject & { person: KnownPerson | null };

type FlowNeeds = Pick<StoredFlow, 'kind' | 'settings'>;

/** Reads the facts about people that the flows need, for all customers at once; facts that no flow needs are not read. */
export async function withPeople(
  scope: TenantScope,
  subjects: readonly KnownSubject[],
  { flows, now, marketingDays }: { flows: readonly FlowNeeds[]; now: Temporal.Instant; marketingDays: number },
): Promise<PersonalSubject[]> {
  const contactIds = [...new Set(subjects.flatMap(({ contactId }) => contactId ?? []))];
  if (contactIds.length === 0) return subjects.map((subject) => ({ ...subject, person: null }));
  const reach = await reachOf(scope, contactIds);
  const visits = flows.some(readsHistory) ? await pastVisits(scope, contactIds) : new Map<ContactId, PastVisit[]>();
  const days = recentMessageDays(flows, marketingDays);
  const since = now.subtract({ hours: days * 24 });
  const recentMessages =
    days > 0 ? await loadRecentMessages(scope, contactIds, since) : new Map<ContactId, RecentMessage[]>();
  return subjects.map((subject) => {
    const known = subject.contactId && reach.get(subject.contactId);
    if (!known) return { ...subject, person: null };
    const { id } = known.contact;
    const history = historyOf(known, visits.get(id) ?? [], subject.words.currency);
    return { ...subject, person: { reach: known, history, recentMessages: recentMessages.get(id) ?? [] } };
  });
}

/** The part of a person that a decision reads. */
export function customerOf({ reach, history, recentMessages }: KnownPerson): CustomerToDecide {
  const { id, phone, timeZone, refusesMailings } = reach.contact;
  return {
    id,
    phone,
    timeZone,
    refusesMailings,
    addresses: reach.addresses,
    optOuts: reach.optOuts,
    history,
    recent: recentMessages,
  };
}

/** The booking system's own count is used where it includes visits before the connection was made. */
export function historyOf({ contact }: Reach, visits: readonly PastVisit[], currency: string): CustomerHistory {
  const arrived = visits.filter(({ status }) => status === 'arrived');
  const spentMinor = arrived.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
  return {
    visitsCount: Math.max(contact.visitsCount, arrived.length),
    spent: wholeUnits(Math.max(contact.spentMinor, spentMinor), currency),
    currency,
    categories: contact.categories,
    visits,
  };
}

const HISTORY_FIELDS: ReadonlySet<string> = new Set(['visits_count', 'spent', 'customer_category']);

/** Whether a flow's decision depends on other visits of the customer. */
function readsHistory({ kind, settings }: FlowNeeds): boolean {
  if (FLOW_CATALOGUE[kind].checks.length > 0) return true;
  const allConditions = settings.conditions.groups.flatMap(({ conditions }) => conditions);
  if (allConditions.some(({ field }) => HISTORY_FIELDS.has(field))) return true;
  const { texts, templates } = settings.content;
  const variables = variablesIn([...Object.values(texts), ...templates.flatMap(({ parameters }) => parameters)]);
  return variables.includes('visitsCount') || variables.includes('spentSum');
}

/** Days of sent messages that a decision reads. */
export function recentMessageDays(flows: readonly FlowNeeds[], marketingDays: number): number {
  const intervals = flows.map(({ settings }) => Math.ceil(settings.timing.intervalMinutes / 1_440));
  const isMarketing = flows.some(({ kind }) => FLOW_CATALOGUE[kind].isMarketing);
  return Math.max(0, isMarketing ? marketingDays : 0, ...intervals);
}
