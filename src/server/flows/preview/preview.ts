import type { MemberScope, Services } from '#server/platform/context/context.ts';
import { visitOf, type FlowEvent } from '#server/subjects/rules.ts';
import type { TemplateMedia } from '#contract/channels/calls.ts';
import { comesLater, flowKind } from '#contract/flows/kinds.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { mayBeProperty } from '#contract/integrations/event-properties.ts';
import type * as contract from '#contract/flows/trials.ts';
import type { FlowPreview } from '#contract/flows/trials.ts';
import type { Language } from '#contract/primitives.ts';
import { listApiEventProperties } from '#server/integrations/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { cleanSettings } from '#server/flows/settings/settings-guards.ts';
import { channelsOf, isWindowOpen as isOpenAt } from '#server/contacts/book/channel-choice-rules.ts';
import { barredTemplates, missingMedia } from '#server/texts/content/template-rules.ts';
import type { Verdict } from '#server/flows/deciding/decision.ts';
import {
  contentOf,
  factsOf,
  loadTenantSnapshot,
  personal,
  type TenantSnapshot,
} from '#server/flows/facts/fact-reads.ts';
import type { PersonalSubject } from '#server/flows/facts/people-reads.ts';
import { decide } from '#server/flows/deciding/rules.ts';
import { laterOf } from '#server/platform/values/instant-rules.ts';
import { sampleSubjects } from '#server/flows/facts/subject-reads.ts';
import { attachmentOf } from '#server/texts/attachments/material-reads.ts';
import { compareFaults, formsOf, hasWindow } from '#server/texts/content/preview-rules.ts';
import { exampleFor } from './example-rules.ts';
import { previewEvent, toPreviewSubject, unsavedFlow, type UnsavedFlow } from './preview-facts.ts';
import { textsIn, unknownVariablesIn } from '#server/texts/content/text-rules.ts';

/** Most previews in an answer. */
const PREVIEW_COUNT = 10;
/** Most visits that are decided: the nearest ones. */
const MAX_VISITS = 1000;

/**
 * The messages that real contacts would get by unsaved settings: those in the language of the business first, and among
 * them the worst case; an example when there are none.
 */
export async function previewFlow(
  scope: MemberScope,
  request: BodyOf<typeof contract.previewFlow>,
): Promise<ReplyOf<typeof contract.previewFlow>> {
  const flow = unsavedFlow(request.kind, cleanSettings(request.kind, request.settings));
  const snapshot = await loadTenantSnapshot(scope, [flow]);
  const now = scope.clock.now();
  const samples = await sampleSubjects(scope, request.kind, { now, limit: MAX_VISITS });
  const people = await personal(scope, samples, { flows: [flow], snapshot, now });
  const candidates = people.map((subject) => toPreviewSubject(subject, request.kind));
  const judged = candidates.map((subject) => ({ subject, ...judge(subject, flow, snapshot, now) }));
  const wanted = judged.filter(({ verdict }) => verdict.outcome !== 'skipped');
  const refused = judged.filter(({ verdict }) => verdict.outcome === 'skipped');

  const writing = { flow, snapshot, language: request.language, now };
  const write = (one: Judged) => writePreview(scope, writing, one);
  const isForeign = ({ subject: { person } }: Judged) =>
    ![null, undefined, snapshot.tenant.customerLanguage].includes(person?.reach.contact.language);
  const [foreign = [], own = []] = [true, false].map((is) =>
    wanted
      .filter((one) => isForeign(one) === is)
      .map(write)
      .toSorted(compareFaults),
  );
  const shown = [...own, ...foreign, ...refused.slice(0, PREVIEW_COUNT).map(write)].slice(0, PREVIEW_COUNT);
  return {
    previews: shown.length > 0 ? shown : [example(scope, writing)],
    aheadCount: wanted.length,
    hasWindow: waysOf(writing).some(hasWindow),
    unknownVariables: await unknownIn(scope, request),
    templateLacks: lackedBy(flow, snapshot),
  };
}

type Judged = { subject: PersonalSubject; event: FlowEvent | null; verdict: Verdict };

function judge(
  subject: PersonalSubject,
  flow: UnsavedFlow,
  snapshot: TenantSnapshot,
  now: Temporal.Instant,
): Omit<Judged, 'subject'> {
  const entry = flowKind(flow.kind);
  const event = previewEvent(subject, flow.kind, now);
  // NOTE: a follow-up is shown as if it were due now.
  const facts = factsOf(subject, flow, snapshot, { event, hasPlannedMessage: entry.usefulHours !== null });
  const moment = subject.startsAt.add({ minutes: flow.settings.timing.delayMinutes });
  const [verdict] = decide(facts, flow, comesLater(entry) ? laterOf(now, moment) : now, snapshot.policy);
  if (!verdict) throw new Error('A flow that sends to customers decided nothing about a subject');
  return { event, verdict };
}

type Writing = {
  flow: UnsavedFlow;
  snapshot: TenantSnapshot;
  language: Language | undefined;
  now: Temporal.Instant;
};

/** The flow's channels in the order they are tried. */
const waysOf = ({ flow, snapshot }: Pick<Writing, 'flow' | 'snapshot'>) =>
  channelsOf(flow.settings.channelIds, snapshot.channels);

function writePreview(ctx: Services, writing: Writing, { subject, event, verdict }: Judged): FlowPreview {
  const { flow, snapshot, now } = writing;
  const spoken = speaking(subject, writing.language);
  const written = contentOf(ctx, snapshot, flow, { subject: spoken, event, isTest: false });
  const isSent = verdict.outcome !== 'skipped' && !waitsForTemplate(verdict);
  const channel = isSent ? snapshot.channels.find(({ id }) => id === verdict.channelId) : undefined;
  const ways = waysOf(writing);
  const way = channel ?? (verdict.rule.startsWith('template_') ? ways.find(hasWindow) : ways[0]);
  const addresses = subject.person?.reach.addresses ?? [];
  const isWindowOpen = way !== undefined && isOpenAt(way, { addresses }, isSent ? verdict.at : now);
  return {
    contactId: subject.contactId,
    contactName: subject.person?.reach.contact.name ?? '',
    visitId: visitOf(subject),
    channelKind: channel?.kind ?? null,
    channelTitle: channel?.title ?? null,
    ...formsOf(written, snapshot.knownTemplates, { ways, channel: way, isWindowOpen }),
    sendAt: isSent ? verdict.at.toString() : null,
    timeZone: subject.person?.reach.contact.timeZone ?? subject.timeZone,
    skipRule: isSent ? null : verdict.rule,
  };
}

/** The message is held while it is useful, and never sent as the flow stands. */
function waitsForTemplate({ rule }: Verdict): boolean {
  return rule === 'template_not_approved' || rule === 'template_lacks_media';
}

/** Sets the contact's language to the one that the editor shows. */
function speaking(subject: PersonalSubject, language: Language | undefined): PersonalSubject {
  const { person } = subject;
  if (!language || !person) return subject;
  const contact = { ...person.reach.contact, language };
  return { ...subject, person: { ...person, reach: { ...person.reach, contact } } };
}

function example(ctx: Services, writing: Writing): FlowPreview {
  const { flow, snapshot, now } = writing;
  const language = writing.language ?? snapshot.tenant.customerLanguage;
  const subject = exampleFor(flow, snapshot.tenant, { language, now });
  const event = previewEvent(subject, flow.kind, now);
  const written = contentOf(ctx, snapshot, flow, { subject, event, isTest: false });
  const ways = waysOf(writing);
  const [channel] = ways;
  return {
    contactId: null,
    contactName: subject.person?.reach.contact.name ?? '',
    visitId: null,
    channelKind: channel?.kind ?? null,
    channelTitle: channel?.title ?? null,
    ...formsOf(written, snapshot.knownTemplates, {
      ways,
      channel,
      isWindowOpen: channel !== undefined && isOpenAt(channel, { addresses: [] }, now),
    }),
    sendAt: null,
    timeZone: subject.timeZone,
    skipRule: null,
  };
}

/** The first media header that a template of the flow's channels lacks. */
function lackedBy({ settings: { content, channelIds } }: UnsavedFlow, snapshot: TenantSnapshot): TemplateMedia | null {
  const barred = barredTemplates(
    content.templates,
    snapshot.knownTemplates,
    attachmentOf(content, snapshot.attachments),
  );
  return missingMedia(
    barred,
    channelsOf(channelIds, snapshot.channels).map(({ id }) => id),
  );
}

async function unknownIn(
  scope: TenantScope,
  { kind, settings }: BodyOf<typeof contract.previewFlow>,
): Promise<string[]> {
  const unknown = unknownVariablesIn(textsIn(settings.content));
  if (!flowKind(kind).hasEventProperties || unknown.length === 0) return unknown;
  const properties = await listApiEventProperties(scope);
  return unknown.filter((name) => !mayBeProperty(name, settings.conditions, properties));
}
