import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { mayBeProperty, type PostedProperties } from '#contract/event-properties.ts';
import type { FlowCondition } from '#contract/audiences.ts';
import type { FileId, FlowErrorCode, FlowKind, FlowMode, FlowSettings } from '#contract/flows.ts';
import { channelsOf, type ChannelToChoose } from '#server/contacts/channel-choice-rules.ts';
import { type Attachment, barredTemplates, type KnownTemplate, usableTemplates } from '#server/texts/template-rules.ts';
import { unknownVariablesIn, variablesIn, writtenIn } from '#server/texts/text-rules.ts';

/** What keeps a flow from being understood, and what it is about: names of variables, a template, services. */
export type FlowTrouble = { code: FlowErrorCode; reason: string };

/** Something a flow names by its id. */
export type NamedThing = { id: string; title: string; isThere: boolean };

/** What a flow is held against. */
export type TroubleFacts = {
  /** Usable ones, in the cabinet's order. */
  channels: readonly ChannelToChoose[];
  /** Of the channels some flow has a template for. */
  knownTemplates: readonly KnownTemplate[];
  /** Pictures and documents of the flows. */
  attachments: ReadonlyMap<FileId, Attachment>;
  /** Branches, services and masters that flows name, by id; what is not in here was never there. */
  things: ReadonlyMap<string, NamedThing>;
  /** Where some flow is about events of programs. */
  eventProperties: PostedProperties;
};

/** What mends itself, outside: then the flow works again by itself. All else waits for its owner. */
const HEALING: ReadonlySet<FlowErrorCode> = new Set([
  'template_barred',
  'template_lacks_image',
  'template_lacks_document',
  'channels_gone',
  'branches_gone',
  'services_gone',
  'masters_gone',
  'offer_gone',
]);

export function healsByItself(code: FlowErrorCode | null): boolean {
  return code !== null && HEALING.has(code);
}

/** The first thing that is wrong with a flow; null when it can be understood. */
export function troubleOf(
  flow: { kind: FlowKind; mode?: FlowMode; settings: FlowSettings },
  facts: TroubleFacts,
): FlowTrouble | null {
  const { kind, mode = 'test', settings } = flow;
  return (
    troubleOfTexts(kind, settings, facts) ??
    troubleOfWays(mode, settings, facts) ??
    troubleOfConditions(settings, facts) ??
    troubleOfOffer(settings, facts)
  );
}

/** Ids of everything a flow names and that may be gone one day. */
export function namedIn({ conditions, options }: FlowSettings): string[] {
  const asked = conditions.groups.flatMap((group) => group.conditions);
  return [...asked.flatMap((one) => listedIn(one) ?? []), ...options.offerServiceIds];
}

function troubleOfTexts(
  kind: FlowKind,
  { content, conditions }: FlowSettings,
  { eventProperties }: TroubleFacts,
): FlowTrouble | null {
  const unknown = unknownVariablesIn(writtenIn(content)).filter(
    (name) => kind !== 'api_event' || !mayBeProperty(name, conditions, eventProperties),
  );
  if (unknown.length > 0) return { code: 'variable_unknown', reason: inBraces(unknown) };
  const missing = variablesIn(Object.values(content.texts)).filter(
    (name) => !FLOW_CATALOGUE[kind].variables.includes(name),
  );
  return missing.length > 0 ? { code: 'variable_missing', reason: inBraces(missing) } : null;
}

const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ');

/** Statuses a template may get over without anybody's doing. */
const UNDER_REVIEW: ReadonlySet<string> = new Set(['pending', 'submitted', 'created', 'in_appeal']);

const CODE_OF_MEDIA = { image: 'template_lacks_image', document: 'template_lacks_document' } as const;

/**
 * All its channels are gone, or a template lacks its picture, or those without which nobody is reached are barred. Of a
 * flow on trial a cabinet that has no channel yet is no trouble: it is to be set up.
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
  const lacking = barred.find(({ lacks }) => lacks !== null);
  if (lacking?.lacks) return { code: CODE_OF_MEDIA[lacking.lacks], reason: lacking.name };
  if (tried.some(({ traits }) => traits.windowHours === null)) return null;
  const [first] = barred;
  if (!first || usableTemplates(chosen, barred).length > 0) return null;
  if (barred.some(({ status }) => UNDER_REVIEW.has(status))) return null;
  return { code: 'template_barred', reason: `${first.name} (${first.language}): ${first.status}` };
}

const CODE_OF_FIELD = { branch: 'branches_gone', service: 'services_gone', master: 'masters_gone' } as const;

/** Ids a condition asks for; null where it asks for none, or turns them round. */
function listedIn(condition: FlowCondition): readonly string[] | null {
  const { field } = condition;
  const isListed = field === 'branch' || field === 'service' || field === 'master';
  return isListed && 'values' in condition && !condition.isNot ? condition.values : null;
}

/** Nothing can meet the conditions any more, because what they ask for is gone. */
function troubleOfConditions({ conditions }: FlowSettings, { things }: TroubleFacts): FlowTrouble | null {
  const canBe = (condition: FlowCondition) => listedIn(condition)?.some((id) => things.get(id)?.isThere) ?? true;
  const met = conditions.groups.map((group) =>
    group.match === 'all' ? group.conditions.every(canBe) : group.conditions.some(canBe),
  );
  const canMeet = met.length === 0 || (conditions.match === 'all' ? met.every(Boolean) : met.some(Boolean));
  if (canMeet) return null;
  const gone = conditions.groups.flatMap((group) => group.conditions).find((condition) => !canBe(condition));
  if (!gone || !(gone.field in CODE_OF_FIELD)) return null;
  const code = CODE_OF_FIELD[gone.field as keyof typeof CODE_OF_FIELD]; // NOTE: looked up in the line above.
  return { code, reason: titlesOf(listedIn(gone) ?? [], things) };
}

function troubleOfOffer({ options }: FlowSettings, { things }: TroubleFacts): FlowTrouble | null {
  const { offerServiceIds } = options;
  if (offerServiceIds.length === 0 || offerServiceIds.some((id) => things.get(id)?.isThere)) return null;
  return { code: 'offer_gone', reason: titlesOf(offerServiceIds, things) };
}

/** The first few by name: enough to know them again. */
function titlesOf(ids: readonly string[], things: TroubleFacts['things']): string {
  const titles = ids.flatMap((id) => things.get(id)?.title ?? []);
  return [...new Set(titles)].slice(0, 3).join(', ');
}
