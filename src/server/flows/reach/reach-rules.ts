import type { ChannelId } from '#contract/channels/calls.ts';
import type { FlowConditions } from '#contract/audiences/calls.ts';
import type { ChannelReach } from '#contract/flows/reach.ts';
import { REACH_CAUSES, type ReachCause } from '#contract/flows/reach-values.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import type { UsableChannel } from '#server/channels/storage/actions.ts';
import { type Blocker, channelsOf, checkChannels, type Person } from '#server/contacts/book/channel-choice-rules.ts';
import { type BarredTemplate, usableTemplates } from '#server/texts/content/template-rules.ts';

/** The contact, or one of the owner's own numbers. */
export type PersonToReach = Person & { refusesMailings: boolean };

export type FlowToReach = { kind: FlowKind; settings: Pick<FlowSettings, 'channelIds' | 'content'> };

export type ReachFacts = {
  /** Usable channels in the cabinet's order. */
  channels: readonly UsableChannel[];
  /** Templates of the flow that the provider would refuse now. */
  barred: readonly BarredTemplate[];
  now: Temporal.Instant;
};

/** A channel of the flow, and why it does not reach a person; null where it does. */
export type ChannelCause = { channel: UsableChannel; cause: ReachCause | null };

/** By which of its channels a flow would reach a person now, by the rules that choose the channel of a message. */
export function causesOf(
  person: PersonToReach,
  flow: FlowToReach,
  { channels, barred, now }: ReachFacts,
): ChannelCause[] {
  const { channelIds, content } = flow.settings;
  const { isMarketing } = flowKind(flow.kind);
  const checked = checkChannels({
    channels: channelsOf(channelIds, channels),
    person,
    templateChannelIds: usableTemplates(content.templates, barred).map(({ channelId }) => channelId),
    at: now,
  });
  return checked.map(({ channel, blocker }) => ({
    channel,
    cause:
      refusedBy(person, isMarketing, channel.id) ??
      (blocker && causeOf(blocker, channel.id, barred)) ??
      (channel.state === 'Authorized' ? null : 'channel_down'),
  }));
}

/** Whether a flow would reach a person now by any channel. */
export function isReached(person: PersonToReach, flow: FlowToReach, facts: ReachFacts): boolean {
  return causesOf(person, flow, facts).some(({ cause }) => cause === null);
}

/** An opt-out from mailings concerns marketing alone; one from everything is among the blockers of the channel. */
function refusedBy(
  { optOuts, refusesMailings }: PersonToReach,
  isMarketing: boolean,
  id: ChannelId,
): ReachCause | null {
  if (optOuts.some(({ scope, channelId }) => (scope === 'all' || isMarketing) && (channelId ?? id) === id))
    return 'opted_out';
  return isMarketing && refusesMailings ? 'refuses_mailings' : null;
}

function causeOf(blocker: Blocker, channelId: ChannelId, barred: readonly BarredTemplate[]): ReachCause {
  if (blocker === 'unreachable') return 'blocked';
  if (blocker !== 'closed') return blocker;
  const template = barred.find((one) => one.channelId === channelId);
  if (!template) return 'template_missing';
  return template.missingMedia ? 'template_lacks_media' : 'template_not_approved';
}

/** A person with a phone who has never written: shows what a channel lacks where there is nobody to count. */
const STRANGER: PersonToReach = { phone: '+10000000000', addresses: [], optOuts: [], refusesMailings: false };

/** Counts people by channel and cause. */
export function countReach(
  people: readonly PersonToReach[],
  flow: FlowToReach,
  facts: ReachFacts,
): { audience: number; reached: number; channels: ChannelReach[] } {
  const all = people.map((person) => causesOf(person, flow, facts));
  const channels = causesOf(STRANGER, flow, facts).map(({ channel, cause: general }, index): ChannelReach => {
    const causes = all.flatMap((one) => one[index]?.cause ?? []);
    const counts = REACH_CAUSES.map((cause) => ({ cause, count: causes.filter((one) => one === cause).length }));
    return {
      channelId: channel.id,
      kind: channel.kind,
      title: channel.title,
      reached: all.length - causes.length,
      causes:
        all.length === 0 && general
          ? [{ cause: general, count: 0 }]
          : counts.filter(({ count }) => count > 0).toSorted((one, other) => other.count - one.count),
    };
  });
  const reached = all.filter((one) => one.some(({ cause }) => cause === null)).length;
  return { audience: all.length, reached, channels };
}

/** Fields that depend on the event or its moment: any contact of the flow's subjects may meet them later. */
const OF_THE_EVENT: ReadonlySet<string> = new Set([
  'order_status',
  'deal_stage',
  'visit_status',
  'change',
  'shift_minutes',
  'days_since_visit',
]);

/** The conditions that a subject meets, or does not meet, at any moment. */
export function lastingConditions({ match, groups }: FlowConditions): FlowConditions {
  const lasting = groups.map((group) => ({
    ...group,
    conditions: group.conditions.filter(({ field }) => !OF_THE_EVENT.has(field)),
  }));
  return { match, groups: lasting };
}
