import type { ChannelTraits } from '#contract/channels/kind.ts';
import { DecisionRule } from '#contract/delivery/calls.ts';
import type { MailingCheck, MailingWay } from '#contract/mailings/check.ts';
import { dayLimitOf } from '#server/mailings/deciding/limits.ts';
import type { TimelineQuestion } from '#server/mailings/deciding/timeline.ts';
import type { DecidedGroup } from '#server/mailings/recipients/recipient-queries.ts';
import type { Snapshot } from '#server/mailings/sending/snapshot.ts';
import { laterOf } from '#server/platform/values/instant-rules.ts';
import type { Draft } from './drafts.ts';

/** Audience = the sum of those left out + control + recipients. */
export function sumGroups(
  groups: readonly DecidedGroup[],
): Pick<MailingCheck, 'audience' | 'excluded' | 'control' | 'recipients'> {
  const sums = new Map<string, number>();
  for (const { exclusion, contacts } of groups) sums.set(exclusion, (sums.get(exclusion) ?? 0) + contacts);
  const rules = [...sums].filter(([rule]) => rule !== '' && rule !== 'control_group');
  return {
    audience: [...sums.values()].reduce((sum, contacts) => sum + contacts, 0),
    excluded: rules
      .map(([rule, contacts]) => ({ rule: DecisionRule.parse(rule), contacts }))
      .toSorted((one, other) => other.contacts - one.contacts),
    control: sums.get('control_group') ?? 0,
    recipients: sums.get('') ?? 0,
  };
}

/** The pace of a mailing that goes live now: its start, hours, limits, and the speed of the channels it takes. */
export function timelineOf(
  now: Temporal.Instant,
  { facts, ways: { channels } }: Snapshot,
  { draft, ways }: { draft: Draft; ways: readonly Pick<MailingWay, 'channelId' | 'recipients'>[] },
): TimelineQuestion {
  const { timing } = draft.settings;
  const seconds = channels.map(({ id, traits }) => {
    const ofChannel = ways.filter(({ channelId }) => channelId === id);
    return ofChannel.reduce((sum, way) => sum + way.recipients, 0) * secondsPerMessage(traits);
  });
  const recipients = ways.reduce((sum, way) => sum + way.recipients, 0);
  const from = timing.startsAt === null ? now : laterOf(now, Temporal.Instant.from(timing.startsAt));
  const dateOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(facts.cabinetZone).toPlainDate();
  const startsIn = dateOf(now).until(dateOf(from)).days;
  return {
    from,
    timing,
    policy: facts.policy,
    cabinetZone: facts.cabinetZone,
    perDay: dayLimitOf(timing.perDay, channels, startsIn),
    perDayOn: (daysAhead) => dayLimitOf(timing.perDay, channels, startsIn + daysAhead),
    perSecond: recipients / Math.max(...seconds, 1),
  };
}

/** Seconds that a message of a mailing takes a channel, its pause included. */
function secondsPerMessage({ perSecond, warmUp }: ChannelTraits): number {
  const pause = warmUp ? (warmUp.pauseMs.least + warmUp.pauseMs.most) / 2_000 : 0;
  return Math.max(1 / perSecond, pause);
}
