import type { RecentMessage } from '#server/policy/priority-rules.ts';
import {
  type CustomerHistory,
  type CustomerTraits,
  historyOf,
  type PastVisit,
  type KnownSubject,
} from '#server/subjects/rules.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { TRAIT_FIELDS } from '#contract/audiences/values.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { loadTraitsFor } from '#server/audiences/person-reads.ts';
import { type Reach, reachOf } from '#server/contacts/book/actions.ts';
import { recentMessagesByContact } from '#server/delivery/planning/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { pastVisits } from '#server/visits/changes/actions.ts';
import type { CustomerToDecide } from '#server/flows/deciding/decision.ts';
import { intervalOf } from '#server/flows/deciding/interval.ts';
import { textsIn, variablesIn } from '#server/texts/content/text-rules.ts';
import { type KnownNearby, listNearby } from './nearby-reads.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';

/** A contact with their addresses, history and recent messages. */
export type KnownPerson = { reach: Reach; history: CustomerHistory; recentMessages: RecentMessage[] };

/** A subject with all stored facts about its contact. */
export type PersonalSubject = KnownSubject & {
  person: KnownPerson | null;
  /** The contact's other visits around a visit, where a flow names them. */
  nearby: readonly KnownNearby[];
};

type FlowNeeds = Pick<StoredFlow, 'kind' | 'settings'>;

/** Reads the facts about people that the flows need, for all contacts at once; facts that no flow needs are not read. */
export async function withPeople(
  scope: ActionScope,
  subjects: readonly KnownSubject[],
  { flows, now, marketingDays }: { flows: readonly FlowNeeds[]; now: Temporal.Instant; marketingDays: number },
): Promise<PersonalSubject[]> {
  const contactIds = [...new Set(subjects.flatMap(({ contactId }) => contactId ?? []))];
  if (contactIds.length === 0) return subjects.map((subject) => ({ ...subject, person: null, nearby: [] }));
  const reach = await reachOf(scope, contactIds);
  const visits = flows.some(readsHistory) ? await pastVisits(scope, contactIds) : new Map<ContactId, PastVisit[]>();
  const traits = await traitsOf(scope, reach, { flows, now });
  const around = await listNearby(scope, subjects, flows);
  const days = recentMessageDays(flows, marketingDays);
  const since = now.subtract({ hours: days * 24 });
  const recentMessages =
    days > 0 ? await recentMessagesByContact(scope, contactIds, since) : new Map<ContactId, RecentMessage[]>();
  return subjects.map((subject) => {
    const known = subject.contactId && reach.get(subject.contactId);
    if (!known) return { ...subject, person: null, nearby: [] };
    const { id } = known.contact;
    const history = historyOf(known, visits.get(id) ?? [], {
      currency: subject.words.currency,
      traits: traits.get(id),
    });
    const person = { reach: known, history, recentMessages: recentMessages.get(id) ?? [] };
    return { ...subject, person, nearby: around.get(subject.id) ?? [] };
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

/** Loads the facts of contacts alone, where conditions of the flows compare them. */
export async function traitsOf(
  scope: TenantScope,
  reach: ReadonlyMap<ContactId, Reach>,
  { flows, now }: { flows: readonly Pick<FlowNeeds, 'settings'>[]; now: Temporal.Instant },
): Promise<Map<ContactId, CustomerTraits>> {
  const groups = flows.flatMap(({ settings }) => settings.conditions.groups);
  const isCompared = groups.some(({ conditions }) =>
    conditions.some(({ field }) => TRAIT_FIELDS.some((trait) => trait === field)),
  );
  return isCompared ? loadTraitsFor(scope, reach, { conditions: { match: 'all', groups }, now }) : new Map();
}

const HISTORY_FIELDS: ReadonlySet<string> = new Set([
  'visits_count',
  'spent',
  'customer_category',
  'tag',
  'imported_list',
  'no_shows',
  'next_visit',
  'days_to_visit',
]);

/** Whether a flow's decision depends on other visits of the contact. */
function readsHistory({ kind, settings }: FlowNeeds): boolean {
  if (flowKind(kind).checks.length > 0) return true;
  const allConditions = settings.conditions.groups.flatMap(({ conditions }) => conditions);
  if (allConditions.some(({ field }) => HISTORY_FIELDS.has(field))) return true;
  const variables = variablesIn(textsIn(settings.content));
  return variables.includes('visitsCount') || variables.includes('spentSum');
}

/** Days for which a message that a contact gets once is remembered. */
const EVER_DAYS = 5 * 366;

/** Days of sent messages that a decision reads. */
export function recentMessageDays(flows: readonly FlowNeeds[], marketingDays: number): number {
  const intervals = flows.map(({ settings }) => {
    const minutes = intervalOf(settings);
    return minutes === null ? EVER_DAYS : Math.ceil(minutes / 1_440);
  });
  const isMarketing = flows.some(({ kind }) => flowKind(kind).isMarketing);
  return Math.max(0, isMarketing ? marketingDays : 0, ...intervals);
}
