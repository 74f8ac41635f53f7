import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/flow-trials.ts';
import type { FlowPreview } from '#contract/flow-trials.ts';
import type { FlowSettings } from '#contract/flows.ts';
import type { Language } from '#contract/primitives.ts';
import { listUsableChannels, type UsableChannel } from '#server/channels/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { withTenant } from '#server/platform/db.ts';
import { listVisitsAhead } from '#server/visits/actions.ts';
import type { WrittenContent } from './content.ts';
import type { Verdict, VisitEvent } from './decision.ts';
import { contentOf, factsOf, type KnownVisit, loadSurroundings, type Surroundings, withReach } from './facts.ts';
import { decide } from './rules.ts';
import { exampleVisit, supposedEvent, supposeIt, unsavedFlow, type UnsavedFlow } from './suppositions.ts';
import { unknownVariablesIn } from './text-rules.ts';

/** Shown at most. */
const PREVIEW_COUNT = 10;
/** Visits ahead that are looked at: the nearest. */
const VISITS_LOOKED_AT = 1000;

/** What real customers would get by unsaved settings, the worst case first; an example when there are none. */
export async function previewFlow(
  ctx: MemberContext,
  wish: BodyOf<typeof contract.previewFlow>,
): Promise<ReplyOf<typeof contract.previewFlow>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const flow = unsavedFlow(wish.kind, wish.settings);
    const around = await loadSurroundings(ctx, scope, [flow]);
    const channels = await listUsableChannels(scope);
    const now = ctx.clock.now();
    const ahead = await listVisitsAhead(scope, { now, limit: VISITS_LOOKED_AT });
    const candidates = (await withReach(scope, ahead.visits)).map((visit) => supposeIt(visit, wish.kind));
    const judged = candidates.map((visit) => ({ visit, ...judge(visit, flow, around, now) }));
    const wanted = judged.filter(({ verdict }) => verdict.outcome !== 'skipped');
    const refused = judged.filter(({ verdict }) => verdict.outcome === 'skipped');

    const write = (one: Judged) => writePreview(ctx, { flow, around, channels, language: wish.language }, one);
    const shown = [
      ...wanted.map(write).toSorted((one, other) => badness(other) - badness(one)),
      ...refused.slice(0, PREVIEW_COUNT).map(write),
    ].slice(0, PREVIEW_COUNT);
    return {
      previews: shown.length > 0 ? shown : [example(ctx, { flow, around, channels, language: wish.language }, now)],
      aheadCount: wanted.length,
      unknownVariables: unknownVariablesIn(templatesOf(wish.settings)),
    };
  });
}

type Judged = { visit: KnownVisit; event: VisitEvent | null; verdict: Verdict };

function judge(
  visit: KnownVisit,
  flow: UnsavedFlow,
  around: Surroundings,
  now: Temporal.Instant,
): Omit<Judged, 'visit'> {
  const event = supposedEvent(visit, flow.kind, now);
  const facts = factsOf(visit, flow, around, { event, isPromised: false });
  const [verdict] = decide(facts, flow, now, around.policy);
  if (!verdict) throw new Error('A flow that sends to customers decided nothing about a visit');
  return { event, verdict };
}

type Writing = {
  flow: UnsavedFlow;
  around: Surroundings;
  channels: readonly UsableChannel[];
  language: Language | undefined;
};

function writePreview(ctx: MemberContext, writing: Writing, { visit, event, verdict }: Judged): FlowPreview {
  const { flow, around, channels } = writing;
  const spoken = speaking(visit, writing.language);
  const written = contentOf(ctx, around, flow, { visit: spoken, event, isTest: false });
  const isSent = verdict.outcome !== 'skipped';
  const channel = isSent ? channels.find(({ id }) => id === verdict.channelId) : undefined;
  return {
    contactId: visit.contactId,
    contactName: visit.reach?.contact.name ?? '',
    visitId: visit.id,
    channelKind: channel?.kind ?? null,
    channelTitle: channel?.title ?? null,
    ...shownOf(written),
    sendAt: isSent ? verdict.at.toString() : null,
    timeZone: visit.reach?.contact.timeZone ?? visit.timeZone,
    skipRule: isSent ? null : verdict.rule,
  };
}

function shownOf({
  content,
  emptyVariables,
  language,
}: WrittenContent): Pick<FlowPreview, 'text' | 'buttons' | 'imageUrl' | 'emptyVariables' | 'language'> {
  const buttons = content.buttons.flatMap(({ type, title }) => (type === 'share_phone' ? [] : [{ type, title }]));
  return { text: content.text, language, buttons, imageUrl: content.image?.url ?? null, emptyVariables };
}

/** A customer of the language the editor shows. */
function speaking(visit: KnownVisit, language: Language | undefined): KnownVisit {
  if (!language || !visit.reach) return visit;
  return { ...visit, reach: { ...visit.reach, contact: { ...visit.reach.contact, language } } };
}

/** Missing values first, then the longest text: what goes wrong is seen before it is sent. */
function badness({ emptyVariables, text }: FlowPreview): number {
  return emptyVariables.length * 10_000 + text.length;
}

function example(ctx: MemberContext, writing: Writing, now: Temporal.Instant): FlowPreview {
  const { flow, around } = writing;
  const language = writing.language ?? around.tenant.customerLanguage;
  const visit = exampleVisit(around.tenant, language, now);
  const event = supposedEvent(visit, flow.kind, now);
  const written = contentOf(ctx, around, flow, { visit, event, isTest: false });
  const [channel] = writing.channels;
  return {
    contactId: null,
    contactName: visit.reach?.contact.name ?? '',
    visitId: null,
    channelKind: channel?.kind ?? null,
    channelTitle: channel?.title ?? null,
    ...shownOf(written),
    sendAt: null,
    timeZone: visit.timeZone,
    skipRule: null,
  };
}

function templatesOf({ content }: FlowSettings): string[] {
  return [...Object.values(content.texts), ...content.templates.flatMap(({ parameters }) => parameters)];
}
