import type { ChannelKind, ChannelState, ChannelTrouble } from '#contract/channels/calls.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { findingOf, type NewFinding } from './finding-rules.ts';

export type ChannelSeen = {
  title: string;
  kind: ChannelKind;
  state: ChannelState;
  trouble: ChannelTrouble | null;
  troubleText: string | null;
  isCheckUnanswered: boolean;
  lastCheckedAt: Temporal.Instant | null;
  lastSentAt: Temporal.Instant | null;
  /** By the machine's time; null: it may send. */
  restsUntil: Temporal.Instant | null;
  /** Messages that are due and wait for it. */
  waiting: number;
  /** Templates that cannot be sent, as `name (status)`. */
  barredTemplates: string[];
};

export function channelFindings(channels: readonly ChannelSeen[], now: Temporal.Instant): NewFinding[] {
  if (channels.length === 0) return [findingOf('channels', 'channel_none', 'bad')];
  return channels.flatMap((channel) => {
    const { title, kind, barredTemplates } = channel;
    const known = { name: title, channelKind: kind };
    const barred = findingOf('channels', 'templates_barred', 'attention', { ...known, names: barredTemplates });
    return [stateOf(channel, now), ...(barredTemplates.length > 0 ? [barred] : [])];
  });
}

function stateOf(channel: ChannelSeen, now: Temporal.Instant): NewFinding {
  const { title, kind, state, trouble, troubleText, waiting, restsUntil } = channel;
  const known = { name: title, channelKind: kind, channelState: state, count: waiting };
  if (trouble !== null)
    return findingOf('channels', 'channel_trouble', 'bad', { ...known, channelTrouble: trouble, text: troubleText });
  if (state !== 'Authorized') return findingOf('channels', 'channel_off', 'bad', { ...known, text: troubleText });
  if (channel.isCheckUnanswered)
    return findingOf('channels', 'channel_unanswered', 'attention', {
      ...known,
      at: channel.lastCheckedAt?.toString() ?? null,
    });
  if (restsUntil && isAfter(restsUntil, now))
    return findingOf('channels', 'channel_rests', 'attention', { ...known, at: restsUntil.toString() });
  return findingOf('channels', 'channel_works', 'good', { ...known, at: channel.lastSentAt?.toString() ?? null });
}
