import { visitOf, type FlowEvent } from '#server/subjects/rules.ts';
import type { TemplateMedia } from '#contract/channels.ts';
import { comesLater, FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { mayBeProperty } from '#contract/event-properties.ts';
import type * as contract from '#contract/flow-trials.ts';
import type { FlowPreview } from '#contract/flow-trials.ts';
import type { FlowSettings } from '#contract/flows.ts';
import type { Language } from '#contract/primitives.ts';
import { listUsableChannels, type UsableChannel } from '#server/channels/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { listApiEventProperties } from '#server/integrations/actions.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { cleanSettings } from '#server/flows/settings/cleaning.ts';
import { channelsOf } from '#server/contacts/channel-choice-rules.ts';
import type { WrittenContent } from '#server/texts/content-rules.ts';
import { barredTemplates } from '#server/texts/template-rules.ts';
import type { Verdict } from '#server/flows/deciding/decision.ts';
import {
  attachmentOf,
  contentOf,
  factsOf,
  loadTenantSnapshot,
  personal,
  type TenantSnapshot,
} from '#server/flows/facts/fact-reads.ts';
import type { PersonalSubject } from '#server/flows/facts/people-reads.ts';
import { decide } from '#server/flows/deciding/rules.ts';
import { laterOf } from '#server/platform/instant-rules.ts';
import { sampleSubjects } from './samples.ts';
import { exampleSubject } from './example.ts';
import { previewEvent, toPreviewSubject, unsavedFlow, type UnsavedFlow } from './preview-facts.ts';
import { unknownVariablesIn } from '#server/texts/text-rules.ts';

/** Most previews in an answer. */
const PREVIEW_COUNT = 10;
/** Most visits that are decided: the nearest ones. */
const MAX_VISITS = 1000;

/** The messages that real customers would get by unsaved settings, the worst case first; an example when there are none. */
export async function previewFlow(
  ctx: MemberContext,
  request: BodyOf<typeof contract.previewFlow>,
): Promise<ReplyOf<typeof contract.previewFlow>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const flow = unsavedFlow(request.kind, cleanSettings(request.settings));
    const snapshot = await loadTenantSnapshot(ctx, scope, [flow]);
    const channels = await listUsableChannels(scope);
    const now = ctx.clock.now();
    const samples = await sampleSubjects(scope, request.kind, { now, limit: MAX_VISITS });
    const people = await personal(scope, samples, { flows: [flow], snapshot, now });
    const candidates = people.map((subject) => toPreviewSubject(subject, request.kind));
    const judged = candidates.map((subject) => ({ subject, ...judge(subject, flow, snapshot, now) }));
    const wanted = judged.filter(({ verdict }) => verdict.outcome !== 'skipped');
    const refused = judged.filter(({ verdict }) => verdict.outcome === 'skipped');

    const write = (one: Judged) => writePreview(ctx, { flow, snapshot, channels, language: request.language }, one);
    const shown = [
      ...wanted.map(write).toSorted((one, other) => badness(other) - badness(one)),
      ...refused.slice(0, PREVIEW_COUNT).map(write),
    ].slice(0, PREVIEW_COUNT);
    return {
      previews:
        shown.length > 0 ? shown : [example(ctx, { flow, snapshot, channels, language: request.language }, now)],
      aheadCount: wanted.length,
      unknownVariables: await unknownIn(scope, request),
      templateLacks: lackedBy(flow, snapshot),
    };
  });
}

type Judged = { subject: PersonalSubject; event: FlowEvent | null; verdict: Verdict };

function judge(
  subject: PersonalSubject,
  flow: UnsavedFlow,
  snapshot: TenantSnapshot,
  now: Temporal.Instant,
): Omit<Judged, 'subject'> {
  const entry = FLOW_CATALOGUE[flow.kind];
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
  channels: readonly UsableChannel[];
  language: Language | undefined;
};

function writePreview(ctx: MemberContext, writing: Writing, { subject, event, verdict }: Judged): FlowPreview {
  const { flow, snapshot, channels } = writing;
  const spoken = speaking(subject, writing.language);
  const written = contentOf(ctx, snapshot, flow, { subject: spoken, event, isTest: false });
  const isSent = verdict.outcome !== 'skipped' && !waitsForTemplate(verdict);
  const channel = isSent ? channels.find(({ id }) => id === verdict.channelId) : undefined;
  return {
    contactId: subject.contactId,
    contactName: subject.person?.reach.contact.name ?? '',
    visitId: visitOf(subject),
    channelKind: channel?.kind ?? null,
    channelTitle: channel?.title ?? null,
    ...shownOf(written),
    template: templateOf(written, snapshot, channel?.id),
    sendAt: isSent ? verdict.at.toString() : null,
    timeZone: subject.person?.reach.contact.timeZone ?? subject.timeZone,
    skipRule: isSent ? null : verdict.rule,
  };
}

/** The message is held while it is useful, and never sent as the flow stands. */
function waitsForTemplate({ rule }: Verdict): boolean {
  return rule === 'template_not_approved' || rule === 'template_lacks_media';
}

function shownOf({
  content,
  emptyVariables,
  language,
  runs,
}: WrittenContent): Pick<
  FlowPreview,
  'text' | 'runs' | 'buttons' | 'imageUrl' | 'file' | 'emptyVariables' | 'language'
> {
  const buttons = content.buttons.flatMap(({ type, title }) => (type === 'share_phone' ? [] : [{ type, title }]));
  const { text, image, file = null } = content;
  return { text, runs: runs(), language, buttons, imageUrl: image?.url ?? null, file, emptyVariables };
}

/** The template of the channel that would reach the customer; where none does, of the first channel with a template in the flow. */
function templateOf(
  { content: { templates, file = null } }: WrittenContent,
  { knownTemplates }: TenantSnapshot,
  channelId: string | undefined,
): FlowPreview['template'] {
  const sent = templates.find((one) => one.channelId === channelId) ?? templates[0];
  const known = knownTemplates.find(
    (one) => one.channelId === sent?.channelId && one.name === sent.name && one.language === sent.language,
  );
  if (!sent?.text || !known) return null;
  const { text, header } = sent;
  return {
    text,
    buttons: known.buttons.map((button) => button.text),
    imageUrl: header?.type === 'image' ? header.url : null,
    file: header?.type === 'document' ? file : null,
  };
}

/** Sets the customer's language to the one that the editor shows. */
function speaking(subject: PersonalSubject, language: Language | undefined): PersonalSubject {
  const { person } = subject;
  if (!language || !person) return subject;
  const contact = { ...person.reach.contact, language };
  return { ...subject, person: { ...person, reach: { ...person.reach, contact } } };
}

/** Ranks missing values first, then the longest text, so that faults are seen before messages are sent. */
function badness({ emptyVariables, text }: FlowPreview): number {
  return emptyVariables.length * 10_000 + text.length;
}

function example(ctx: MemberContext, writing: Writing, now: Temporal.Instant): FlowPreview {
  const { flow, snapshot } = writing;
  const language = writing.language ?? snapshot.tenant.customerLanguage;
  const subject = exampleSubject(flow, snapshot.tenant, { language, now });
  const event = previewEvent(subject, flow.kind, now);
  const written = contentOf(ctx, snapshot, flow, { subject, event, isTest: false });
  const [channel] = writing.channels;
  return {
    contactId: null,
    contactName: subject.person?.reach.contact.name ?? '',
    visitId: null,
    channelKind: channel?.kind ?? null,
    channelTitle: channel?.title ?? null,
    ...shownOf(written),
    template: templateOf(written, snapshot, channel?.id),
    sendAt: null,
    timeZone: subject.timeZone,
    skipRule: null,
  };
}

/** The first media header that a template of the flow's channels lacks. */
function lackedBy({ settings: { content, channelIds } }: UnsavedFlow, snapshot: TenantSnapshot): TemplateMedia | null {
  const tried = channelsOf(channelIds, snapshot.channels);
  const barred = barredTemplates(content.templates, snapshot.knownTemplates, attachmentOf(content, snapshot));
  return (
    barred.find(({ lacks, channelId }) => lacks !== null && tried.some(({ id }) => id === channelId))?.lacks ?? null
  );
}

async function unknownIn(
  scope: TenantScope,
  { kind, settings }: BodyOf<typeof contract.previewFlow>,
): Promise<string[]> {
  const unknown = unknownVariablesIn(templatesOf(settings));
  if (kind !== 'api_event' || unknown.length === 0) return unknown;
  const properties = await listApiEventProperties(scope);
  return unknown.filter((name) => !mayBeProperty(name, settings.conditions, properties));
}

function templatesOf({ content }: FlowSettings): string[] {
  return [...Object.values(content.texts), ...content.templates.flatMap(({ parameters }) => parameters)];
}
