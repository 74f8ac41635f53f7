import type { Refusal } from '#contract/delivery/compared.ts';
import type { ContactPolicy } from '#contract/policy/calls.ts';
import { isBefore, isAfter } from '#server/platform/values/instant-rules.ts';
import { type FrequencyContext, checkFrequencyCap } from './frequency-rules.ts';
import type { ChannelId } from '#contract/channels/calls.ts';

/** The policy until an owner sets one: see docs/rules/policy.md. */
export const DEFAULT_CONTACT_POLICY: ContactPolicy = {
  quietFromHour: 22,
  quietToHour: 8,
  marketingLimit: 4,
  marketingDays: 7,
  senderOrder: [],
};

/**
 * The urgency of a message for the contact, as far as the policy cares:
 * - `answer`: answers a message or tap of the contact; nothing holds it.
 * - `notice`: reports a change of the contact's visit; it leaves at once, day or night.
 * - `reminder`: sent by the clock; waits for the morning if the morning is early enough.
 * - `marketing`: not requested by the contact; obeys every rule.
 */
export type Urgency = 'answer' | 'notice' | 'reminder' | 'marketing';

/** A reminder waits for the end of quiet hours only if at least this many hours are left then until it is of no use. */
export const REMINDER_SLACK_HOURS = 3;

export type PolicyQuestion = {
  urgency: Urgency;
  /** When the message would be sent. */
  at: Temporal.Instant;
  /** After this it is of no use; null: always of use. */
  useBy: Temporal.Instant | null;
  /** The contact's zone, or the branch's where that is unknown. */
  timeZone: string;
  channelId: ChannelId | null;
  /** Opt-outs that apply to the contact. */
  optOuts: readonly { channelId: string | null; scope: 'all' | 'marketing' }[];
  /** The booking system records that the contact refuses mailings. */
  refusesMailings: boolean;
  /** The contact's other messages; used only by the frequency cap. */
  frequency: FrequencyContext;
};

export type PolicyAnswer =
  | { kind: 'allow' }
  | ({ kind: 'wait'; until: Temporal.Instant } & Refusal<'quiet_hours' | 'marketing_budget' | 'gave_way'>)
  | ({ kind: 'refuse' } & Refusal<'opted_out' | 'refuses_mailings' | 'marketing_budget' | 'gave_way'>);

/**
 * Evaluates the contact policy: opt-outs, the refusal of mailings, the frequency cap, then quiet hours.
 *
 * The caller evaluates it again at the moment the answer names, and when the message is due. All senders share one
 * frequency cap.
 */
export function evaluateContactPolicy(policy: ContactPolicy, question: PolicyQuestion): PolicyAnswer {
  const { urgency } = question;
  if (urgency === 'answer') return { kind: 'allow' };
  const optOut = question.optOuts.find((one) => isStoppedBy(one, question));
  if (optOut) return { kind: 'refuse', rule: 'opted_out', compared: { scope: optOut.scope, urgency } };
  if (urgency === 'marketing') {
    if (question.refusesMailings) return { kind: 'refuse', rule: 'refuses_mailings', compared: {} };
    const spent = checkFrequencyCap(policy, question.frequency, question.at);
    if (spent) {
      const { rule, freeAt, compared } = spent;
      const isOfUse = !question.useBy || (freeAt && isBefore(freeAt, question.useBy));
      if (freeAt && isOfUse) return { kind: 'wait', rule, until: freeAt, compared };
      const useBy = freeAt && question.useBy ? { useBy: String(question.useBy) } : {};
      return { kind: 'refuse', rule, compared: { ...compared, ...useBy } };
    }
  }
  return checkQuietHours(policy, question);
}

/** When the current quiet hours end; null outside quiet hours. */
export function quietUntil(
  policy: Pick<ContactPolicy, 'quietFromHour' | 'quietToHour'>,
  at: Temporal.Instant,
  timeZone: string,
): Temporal.Instant | null {
  const { quietFromHour: from, quietToHour: to } = policy;
  const local = at.toZonedDateTimeISO(timeZone);
  const isQuiet = from <= to ? local.hour >= from && local.hour < to : local.hour >= from || local.hour < to;
  if (!isQuiet) return null;
  const day = local.hour < to ? local.toPlainDate() : local.toPlainDate().add({ days: 1 });
  // NOTE: where daylight saving skips the hour, "compatible" gives the moment after the gap.
  return day.toZonedDateTime({ timeZone, plainTime: { hour: to } }).toInstant();
}

function isStoppedBy(
  optOut: PolicyQuestion['optOuts'][number],
  { urgency, channelId }: Pick<PolicyQuestion, 'urgency' | 'channelId'>,
): boolean {
  const isHere = optOut.channelId === null || optOut.channelId === channelId;
  return isHere && (optOut.scope === 'all' || urgency === 'marketing');
}

function checkQuietHours(policy: ContactPolicy, question: PolicyQuestion): PolicyAnswer {
  const { urgency, at, timeZone, useBy } = question;
  if (urgency === 'notice') return { kind: 'allow' };
  const until = quietUntil(policy, at, timeZone);
  if (!until) return { kind: 'allow' };
  const isTooLate = useBy && isAfter(until.add({ hours: REMINDER_SLACK_HOURS }), useBy);
  if (urgency === 'reminder' && isTooLate) return { kind: 'allow' };
  const compared = {
    localTime: at.toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: 'minute' }),
    timeZone,
    quietFromHour: policy.quietFromHour,
    quietToHour: policy.quietToHour,
  };
  return { kind: 'wait', rule: 'quiet_hours', until, compared };
}
