import type { ChannelId } from '#contract/channels/calls.ts';
import { type Refusal, refusalOf } from '#contract/delivery/compared.ts';
import type { MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import type { ContactPolicy } from '#contract/policy/calls.ts';
import { type ChannelToChoose, chooseChannel, type Person } from '#server/contacts/book/channel-choice-rules.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { frequencyContext, type RecentMessage } from '#server/policy/priority-rules.ts';
import { type OpenTimes, windowValues } from '#server/policy/opening-rules.ts';
import { evaluateContactPolicy } from '#server/policy/rules.ts';
import { nextMoment } from './moments.ts';
import { zoneOf } from './waves.ts';

/** The facts about a recipient that a decision reads. */
export type RecipientFacts = Person & {
  /** IANA; null: not known. */
  timeZone: string | null;
  refusesMailings: boolean;
  /** A member is talking to them. */
  isTalking: boolean;
  /** Other messages to them. */
  recent: readonly RecentMessage[];
};

/** The facts that are the same for all recipients of a mailing at one moment. */
export type MailingFacts = {
  id: MailingId;
  settings: MailingSettings;
  policy: ContactPolicy;
  cabinetZone: string;
  /** The mailing's channels, in the order they are tried. */
  channels: readonly ChannelToChoose[];
  /** Channels that have a template which can be used. */
  templateChannelIds: readonly ChannelId[];
  /** Whether the provider would refuse one of its templates now. */
  isTemplateBarred: boolean;
};

export type Decision =
  | { kind: 'send'; channelId: ChannelId; fallbackChannelIds: ChannelId[] }
  | ({ kind: 'wait'; until: Temporal.Instant; channelId: ChannelId; fallbackChannelIds: ChannelId[] } & Refusal)
  | ({ kind: 'refuse' } & Refusal)
  /** It could be sent, were the template not barred. */
  | { kind: 'hold' };

/** Decides whether a recipient gets the message now, later or never. Called to plan it, and again when it is due. */
export function decideRecipient(facts: MailingFacts, recipient: RecipientFacts, now: Temporal.Instant): Decision {
  const { settings } = facts;
  if (settings.skipOpenConversations && recipient.isTalking)
    return { kind: 'refuse', rule: 'open_conversation', compared: {} };
  const way = chooseWay(facts, recipient, now);
  if (way.kind !== 'chosen') return way;
  const ways = { channelId: way.channelId, fallbackChannelIds: way.fallbackChannelIds };
  const held = heldByHours(facts, recipient, now);
  const answer = evaluateContactPolicy(facts.policy, {
    urgency: 'marketing',
    at: held?.until ?? now,
    useBy: settings.timing.useBy === null ? null : Temporal.Instant.from(settings.timing.useBy),
    timeZone: recipient.timeZone ?? facts.cabinetZone,
    channelId: null,
    optOuts: recipient.optOuts,
    refusesMailings: recipient.refusesMailings,
    frequency: frequencyContext(
      recipient.recent,
      { senderId: facts.id, subjectId: null, occurrence: 1 },
      facts.policy.senderOrder,
    ),
  });
  if (answer.kind === 'refuse') return { kind: 'refuse', ...refusalOf(answer) };
  if (answer.kind === 'wait' && isAfter(answer.until, now))
    return { kind: 'wait', until: answer.until, ...ways, ...refusalOf(answer) };
  if (held) return { kind: 'wait', until: held.until, ...ways, ...held.refusal };
  return { kind: 'send', ...ways };
}

/** The mailing's own days and hours, by the zone it goes by. */
function heldByHours(
  { settings: { timing }, policy, cabinetZone }: MailingFacts,
  recipient: RecipientFacts,
  now: Temporal.Instant,
): { until: Temporal.Instant; refusal: Refusal } | null {
  const timeZone = zoneOf(recipient.timeZone ?? '', timing, cabinetZone);
  const moment = nextMoment(now, { timing, policy, timeZone });
  if (moment === null || moment.rule === null || moment.rule === 'quiet_hours' || !isAfter(moment.at, now)) return null;
  const open: OpenTimes = { window: timing.dispatchHours, weekdays: timing.daysOfWeek };
  return { until: moment.at, refusal: { rule: moment.rule, compared: windowValues(open, now, timeZone) } };
}

type Way =
  | { kind: 'chosen'; channelId: ChannelId; fallbackChannelIds: ChannelId[] }
  | Exclude<Decision, { kind: 'send' | 'wait' }>;

/** NOTE: an opt-out of one channel closes it to a mailing also where it is about marketing alone. */
function chooseWay(facts: MailingFacts, recipient: RecipientFacts, now: Temporal.Instant): Way {
  const isClosed = ({ id }: ChannelToChoose) => recipient.optOuts.some(({ channelId }) => (channelId ?? id) === id);
  const channels = facts.channels.filter((channel) => !isClosed(channel));
  if (channels.length === 0 && facts.channels.length > 0)
    return { kind: 'refuse', rule: 'opted_out', compared: { scope: 'marketing', urgency: 'marketing' } };
  const choice = chooseChannel({
    channels,
    person: { ...recipient, optOuts: [] },
    templateChannelIds: facts.templateChannelIds,
    at: now,
    isDue: true,
  });
  if (choice.kind === 'chosen') {
    return {
      kind: 'chosen',
      channelId: choice.channel.id,
      fallbackChannelIds: choice.fallbacks.map(({ id }) => id),
    };
  }
  const mayChange = facts.channels.length === 0 || (choice.rule === 'template_missing' && facts.isTemplateBarred);
  return mayChange ? { kind: 'hold' } : { kind: 'refuse', ...refusalOf(choice) };
}
