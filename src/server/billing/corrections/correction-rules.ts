import type { PaidLine } from '#contract/billing/calls.ts';
import { tariffOf } from '#contract/billing/tariffs.ts';
import type { PaidTariff } from '#server/billing/entitlement-rules.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';

const MICROS = 1_000_000;

/** Additions to the balances: messages, ratings, millionths of a US dollar. */
export type Added = { messages: number; ratings: number; aiMicroUsd: number };

export const NOTHING_ADDED: Added = { messages: 0, ratings: 0, aiMicroUsd: 0 };

/** Identity of what a line of a payment gives. */
export const keyOfLine = (paymentId: string, index: number): string => `payment:${paymentId}:${index}`;

/** Returns what a line has added to the balances; that of a period by the months that were granted. */
export function addedBy(line: PaidLine, period: { monthsGranted: number; units: number } | undefined): Added {
  if (line.kind === 'top_up') {
    return {
      messages: line.balance === 'messages' ? line.amount : 0,
      ratings: line.balance === 'ratings' ? line.amount : 0,
      aiMicroUsd: line.balance === 'ai' ? line.amount * MICROS : 0,
    };
  }
  const { messagesPerMonth = 0, aiMicroUsdPerMonth = 0 } = tariffOf(line.tariffId) ?? {};
  const months = (period?.monthsGranted ?? 0) * (period?.units ?? 0);
  return { messages: messagesPerMonth * months, ratings: 0, aiMicroUsd: aiMicroUsdPerMonth * months };
}

export const sumOf = (one: Added, other: Added): Added => ({
  messages: one.messages + other.messages,
  ratings: one.ratings + other.ratings,
  aiMicroUsd: one.aiMicroUsd + other.aiMicroUsd,
});

type Period = Pick<PaidTariff, 'beginsAt' | 'endsAt'>;

/** Returns what is left of a period that is taken back: it ends now. Null: nothing, it has not begun. */
export function endedNow({ beginsAt, endsAt }: Period, now: Temporal.Instant): Period | null {
  if (!isAfter(now, beginsAt)) return null;
  return { beginsAt, endsAt: isAfter(endsAt, now) ? now : endsAt };
}
