import type { ContactPolicy } from '#contract/policy.ts';
import { isBefore, isAfter } from '#server/platform/instant-rules.ts';
import { type FrequencyContext, checkFrequencyCap } from './frequency-rules.ts';
import type { ChannelId } from '#contract/channels.ts';
import type { DecisionRule } from '#contract/delivery.ts';

/** Holds until an owner sets another: see docs/rules/policy.md. */
export const DEFAULT_CONTACT_POLICY: ContactPolicy = {
  quietFromHour: 22,
  quietToHour: 8,
  marketingLimit: 4,
  marketingDays: 7,
  senderOrder: [],
};

/**
 * The urgency of a message for the contact, as far as the policy cares:
 * - `answer`: the contact wrote or tapped, and this answers; nothing holds it.
 * - `notice`: something just happened to the contact's visit; it leaves at once, day or night.
 * - `reminder`: comes by the clock; waits for the morning while the morning is early enough.
 * - `marketing`: nobody requested it; obeys everything.
 */
export type Urgency = 'answer' | 'notice' | 'reminder' | 'marketing';

/** A reminder waits for the end of quiet hours only if at least so much is left then before it is of no use. */
export const REMINDER_SLACK_HOURS = 3;

export type PolicyQuestion = {
  urgency: Urgency;
  /** When the message would leave. */
  at: Temporal.Instant;
  /** After this it is of no use; null: always of use. */
  useBy: Temporal.Instant | null;
  /** The contact's zone, or the branch's where it is not known. */
  timeZone: string;
  channelId: ChannelId | null;
  /** Opt-outs of the contact that hold. */
  optOuts: readonly { channelId: string | null; scope: 'all' | 'marketing' }[];
  /** The booking system says that the contact wants no mailings. */
  refusesMailings: boolean;
  /** Other messages of the contact; only the frequency cap looks at them. */
  frequency: FrequencyContext;
};

export type PolicyAnswer =
  | { kind: 'allow' }
  | {
      kind: 'wait';
      rule: Extract<DecisionRule, 'quiet_hours' | 'marketing_budget' | 'gave_way'>;
      until: Temporal.Instant;
      compared: Record<string, unknown>;
    }
  | {
      kind: 'refuse';
      rule: Extract<DecisionRule, 'opted_out' | 'refuses_mailings' | 'marketing_budget' | 'gave_way'>;
      compared: Record<string, unknown>;
    };

/**
 * The one contact policy: opt-outs, the customer's wish, the contact budget, then quiet hours.
 *
 * The caller asks again at the moment the answer names, and when the message is due. All senders share one
 * budget.
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

/** When quiet hours that hold at the moment end; null when they do not hold. */
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
  // NOTE: where the clock is turned past the hour, "compatible" gives the moment after the gap.
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

/** Why not, and the values that were compared. */
export type Refusal = { rule: DecisionRule; compared: Record<string, unknown> };
