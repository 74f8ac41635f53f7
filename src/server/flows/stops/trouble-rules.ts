import { flowKind } from '#contract/flows/kinds.ts';
import { mayBeProperty, type KnownProperties } from '#contract/integrations/event-properties.ts';
import type { FlowCondition } from '#contract/audiences/calls.ts';
import type { FileId } from '#contract/texts/calls.ts';
import type { FlowErrorCode, FlowKind, FlowMode, FlowSettings } from '#contract/flows/calls.ts';
import { channelsOf, type ChannelToChoose } from '#server/contacts/book/channel-choice-rules.ts';
import {
  type Attachment,
  barredTemplates,
  type KnownTemplate,
  usableTemplates,
} from '#server/texts/content/template-rules.ts';
import { unknownVariablesIn, variablesIn, textsIn } from '#server/texts/content/text-rules.ts';

/** An error of a flow and the names it concerns: of variables, a template, services. */
export type FlowTrouble = { code: FlowErrorCode; reason: string };

/** A branch, service, master or dashboard of groups to which a flow refers by its id. */
export type NamedThing = { id: string; title: string; isThere: boolean };

/** The facts with which a flow's settings are compared. */
export type TroubleFacts = {
  /** Usable channels in the cabinet's order. */
  channels: readonly ChannelToChoose[];
  /** Templates of the channels for which some flow has a template. */
  knownTemplates: readonly KnownTemplate[];
  /** Pictures and documents of the flows. */
  attachments: ReadonlyMap<FileId, Attachment>;
  /** Branches, services, masters and dashboards to which flows refer, by id; an id that is not here never existed. */
  things: ReadonlyMap<string, NamedThing>;
  /** Stored where some flow is about API events. */
  eventProperties: KnownProperties;
};

/** Errors that an outside system resolves; the flow then works again by itself. All other errors wait for the owner. */
const HEALING: ReadonlySet<FlowErrorCode> = new Set([
  'template_barred',
  'template_lacks_image',
  'template_lacks_document',
  'template_lacks_video',
  'channels_gone',
  'branches_gone',
  'services_gone',
  'masters_gone',
  'offer_gone',
]);

export function healsByItself(code: FlowErrorCode | null): boolean {
  return code !== null && HEALING.has(code);
}

/** The first trouble of a flow; null when it has none. */
export function troubleOf(
  flow: { kind: FlowKind; mode?: FlowMode; settings: FlowSettings },
  facts: TroubleFacts,
): FlowTrouble | null {
  const { kind, mode = 'test', settings } = flow;
  return (
    troubleOfTexts(kind, settings, facts) ??
    troubleOfWays(mode, settings, facts) ??
    troubleOfConditions(settings, facts) ??
    troubleOfOffer(settings, facts) ??
    troubleOfGroups(settings, facts)
  );
}

/** Ids of everything to which a flow refers and that may be deleted. */
export function namedIn({ conditions, options }: FlowSettings): string[] {
  const listed = conditions.groups.flatMap((group) => group.conditions);
  return [...listed.flatMap((one) => listedIn(one) ?? []), ...(options.offerServiceIds ?? []), ...dashboardIn(options)];
}

function troubleOfTexts(
  kind: FlowKind,
  { content, conditions }: FlowSettings,
  { eventProperties }: TroubleFacts,
): FlowTrouble | null {
  const unknown = unknownVariablesIn(textsIn(content)).filter(
    (name) => !flowKind(kind).hasEventProperties || !mayBeProperty(name, conditions, eventProperties),
  );
  if (unknown.length > 0) return { code: 'variable_unknown', reason: inBraces(unknown) };
  const missing = variablesIn(Object.values(content.texts)).filter((name) => !flowKind(kind).variables.includes(name));
  return missing.length > 0 ? { code: 'variable_missing', reason: inBraces(missing) } : null;
}

const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ');

/** Statuses that a template may leave without any action of the owner. */
const UNDER_REVIEW: ReadonlySet<string> = new Set(['pending', 'submitted', 'created', 'in_appeal']);

const CODE_OF_MEDIA = {
  image: 'template_lacks_image',
  document: 'template_lacks_document',
  video: 'template_lacks_video',
} as const;

/**
 * The trouble of a flow's channels and templates: all its channels are gone, a template lacks its media header, or no contact can be
 * reached because the templates are barred. A flow in test mode without chosen channels has no trouble while the cabinet has no channel.
 */
function troubleOfWays(
  mode: FlowMode,
  { channelIds, content }: FlowSettings,
  { channels, knownTemplates, attachments }: TroubleFacts,
): FlowTrouble | null {
  const tried = channelsOf(channelIds, channels);
  const isSetUp = channelIds.length > 0 || mode === 'combat';
  if (tried.length === 0) return isSetUp ? { code: 'channels_gone', reason: '' } : null;
  const chosen = content.templates.filter(({ channelId }) => tried.some(({ id }) => id === channelId));
  const attachment = (content.imageId && attachments.get(content.imageId)) ?? null;
  const barred = barredTemplates(chosen, knownTemplates, attachment);
  const withoutMedia = barred.find(({ missingMedia }) => missingMedia !== null);
  if (withoutMedia?.missingMedia) return { code: CODE_OF_MEDIA[withoutMedia.missingMedia], reason: withoutMedia.name };
  if (tried.some(({ traits }) => traits.windowHours === null)) return null;
  const [first] = barred;
  if (!first || usableTemplates(chosen, barred).length > 0) return null;
  if (barred.some(({ status }) => UNDER_REVIEW.has(status))) return null;
  return { code: 'template_barred', reason: `${first.name} (${first.language}): ${first.status}` };
}

const CODE_OF_FIELD = { branch: 'branches_gone', service: 'services_gone', master: 'masters_gone' } as const;

/** Ids that a condition requires; null where it requires none or is negated. */
function listedIn(condition: FlowCondition): readonly string[] | null {
  const { field } = condition;
  const isListed = field === 'branch' || field === 'service' || field === 'master';
  return isListed && 'values' in condition && !condition.isNot ? condition.values : null;
}

/** The trouble of conditions that nothing can meet any more, because everything they require is gone. */
function troubleOfConditions({ conditions }: FlowSettings, { things }: TroubleFacts): FlowTrouble | null {
  const canBe = (condition: FlowCondition) => listedIn(condition)?.some((id) => things.get(id)?.isThere) ?? true;
  const met = conditions.groups.map((group) =>
    group.match === 'all' ? group.conditions.every(canBe) : group.conditions.some(canBe),
  );
  const canMeet = met.length === 0 || (conditions.match === 'all' ? met.every(Boolean) : met.some(Boolean));
  if (canMeet) return null;
  const gone = conditions.groups.flatMap((group) => group.conditions).find((condition) => !canBe(condition));
  if (!gone || !(gone.field in CODE_OF_FIELD)) return null;
  const code = CODE_OF_FIELD[gone.field as keyof typeof CODE_OF_FIELD]; // NOTE: the line above found it
  return { code, reason: titlesOf(listedIn(gone) ?? [], things) };
}

function troubleOfOffer({ options }: FlowSettings, { things }: TroubleFacts): FlowTrouble | null {
  const { offerServiceIds = [] } = options;
  if (offerServiceIds.length === 0 || offerServiceIds.some((id) => things.get(id)?.isThere)) return null;
  return { code: 'offer_gone', reason: titlesOf(offerServiceIds, things) };
}

/** The dashboard of groups that a flow names; empty for one that follows the usual dashboard. */
function dashboardIn({ groupMove }: FlowSettings['options']): string[] {
  return groupMove?.dashboardId ? [groupMove.dashboardId] : [];
}

function troubleOfGroups({ options }: FlowSettings, { things }: TroubleFacts): FlowTrouble | null {
  const ids = dashboardIn(options);
  return ids.every((id) => things.get(id)?.isThere) ? null : { code: 'dashboard_gone', reason: titlesOf(ids, things) };
}

/** The first few titles. */
function titlesOf(ids: readonly string[], things: TroubleFacts['things']): string {
  const titles = ids.flatMap((id) => things.get(id)?.title ?? []);
  return [...new Set(titles)].slice(0, 3).join(', ');
}
