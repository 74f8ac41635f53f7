import type { MemberScope } from '#server/platform/context/context.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { FlowReach, getFlowReach } from '#contract/flows/reach.ts';
import { isForOwner } from '#contract/flows/kinds.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import { unmetCondition } from '#server/audiences/rules.ts';
import { messagesLeft } from '#server/billing/actions.ts';
import { listUsableChannels, type UsableChannel } from '#server/channels/storage/actions.ts';
import { type Reach, reachOf } from '#server/contacts/book/actions.ts';
import { loadTenantSnapshot, ownPhonesOf, personal, type TenantSnapshot } from '#server/flows/facts/fact-reads.ts';
import type { PersonalSubject } from '#server/flows/facts/people-reads.ts';
import { sampleSubjects } from '#server/flows/facts/subject-reads.ts';
import { previewEvent } from '#server/flows/preview/preview-facts.ts';
import { listFlowsById } from '#server/flows/storage/reads.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { barredTemplates } from '#server/texts/content/template-rules.ts';
import { attachmentOf } from '#server/texts/attachments/material-reads.ts';
import { listNewestContacts } from './reach-queries.ts';
import { countReach, lastingConditions, type PersonToReach, type ReachFacts } from './reach-rules.ts';

/** Subjects, or contacts, that one answer is made of. */
const SAMPLE_SIZE = 200;

/** Describes the contacts that flows would reach today if they were live. Flows of one kind share their sample. */
export async function describeReach(
  scope: MemberScope,
  { flowIds }: BodyOf<typeof getFlowReach>,
): Promise<ReplyOf<typeof getFlowReach>> {
  const stored = (await listFlowsById(scope, flowIds)).filter(({ isDeleted }) => !isDeleted);
  const flows = stored.map((flow): StoredFlow => ({ ...flow, mode: 'combat' }));
  const snapshot = await loadTenantSnapshot(scope, flows);
  const channels = await listUsableChannels(scope);
  const now = scope.clock.now();
  const samples = await loadSamples(scope, flows, snapshot, now);
  const newest = samples.isShort ? await newestPeople(scope) : [];
  const described = flows.map((flow): FlowReach => {
    const { id: flowId, title, kind } = flow;
    const facts = reachFacts(flow, { snapshot, channels, now });
    if (isForOwner(kind))
      return { flowId, title, sample: 'owners', ...countReach(ownersOf(flow, snapshot), flow, facts) };
    const people = peopleOf(flow, samples.of(kind), now);
    const isSampled = people.length > 0;
    const sample = isSampled ? 'subjects' : 'contacts';
    return { flowId, title, sample, ...countReach(isSampled ? people : newest, flow, facts) };
  });
  const byId = new Map(described.map((one) => [one.flowId, one]));
  return { flows: flowIds.flatMap((id) => byId.get(id) ?? []), messagesLeft: await messagesLeft(scope) };
}

/** The facts that decide whom one flow reaches. */
export function reachFacts(
  { settings: { content } }: Pick<StoredFlow, 'settings'>,
  { snapshot, channels, now }: { snapshot: TenantSnapshot; channels: readonly UsableChannel[]; now: Temporal.Instant },
): ReachFacts {
  const barred = barredTemplates(
    content.templates,
    snapshot.knownTemplates,
    attachmentOf(content, snapshot.attachments),
  );
  return { channels, barred, now };
}

export const toPerson = ({ contact, addresses, optOuts }: Reach): PersonToReach => ({
  phone: contact.phone,
  refusesMailings: contact.refusesMailings,
  addresses,
  optOuts,
});

type Samples = { of: (kind: FlowKind) => readonly PersonalSubject[]; isShort: boolean };

async function loadSamples(
  scope: ActionScope,
  flows: readonly StoredFlow[],
  snapshot: TenantSnapshot,
  now: Temporal.Instant,
): Promise<Samples> {
  const samples = new Map<FlowKind, readonly PersonalSubject[]>();
  for (const [kind, ofKind] of Map.groupBy(flows, (flow) => flow.kind)) {
    if (isForOwner(kind)) continue;
    const subjects = await sampleSubjects(scope, kind, { now, limit: SAMPLE_SIZE });
    samples.set(kind, await personal(scope, subjects, { flows: ofKind, snapshot, now }));
  }
  const of = (kind: FlowKind) => samples.get(kind) ?? [];
  const isShort = flows.some((flow) => !isForOwner(flow.kind) && peopleOf(flow, of(flow.kind), now).length === 0);
  return { of, isShort };
}

/** The people of the sampled subjects that meet the flow's conditions, each once. */
function peopleOf(flow: StoredFlow, subjects: readonly PersonalSubject[], now: Temporal.Instant): PersonToReach[] {
  const conditions = lastingConditions(flow.settings.conditions);
  const people = new Map<string, PersonToReach>();
  for (const subject of subjects) {
    const { contactId, person } = subject;
    if (!contactId || !person) continue;
    const { history } = person;
    const event = previewEvent(subject, flow.kind, now);
    const unmet = unmetCondition(conditions, { subject, event, history, wantedAt: () => now });
    if (!unmet) people.set(contactId, toPerson(person.reach));
  }
  return [...people.values()];
}

/** For a flow whose subjects have not come yet, e.g. a first abandoned cart. */
async function newestPeople(scope: ActionScope): Promise<PersonToReach[]> {
  const reach = await reachOf(scope, await listNewestContacts(scope, SAMPLE_SIZE));
  return [...reach.values()].map(toPerson);
}

/** The numbers that get the report. */
function ownersOf(flow: StoredFlow, snapshot: TenantSnapshot): PersonToReach[] {
  return ownPhonesOf(flow, snapshot).flatMap((phone) => {
    const recipient = snapshot.testRecipients.get(phone);
    return recipient ? [{ ...recipient, optOuts: [], refusesMailings: false }] : [];
  });
}
