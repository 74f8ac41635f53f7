import { QUOTA_WARNING_AT } from '#server/billing/rules.ts';
import type { Entitlements } from '#server/billing/entitlement-rules.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { findingOf, type NewFinding } from './finding-rules.ts';

const STATES = { free: 'money_free', trial: 'money_trial', active: 'money_active', expired: 'money_expired' } as const;

/** An end within so many days is amber. */
const SOON_HOURS = 72;

export type Money = Pick<Entitlements, 'state' | 'until'> & { messagesLeft: number };

export function moneyFindings({ state, until, messagesLeft }: Money, now: Temporal.Instant): NewFinding[] {
  const isSoon = until !== null && isBefore(until, now.add({ hours: SOON_HOURS }));
  const tone = isSoon ? 'attention' : 'good';
  return [
    findingOf('money', STATES[state], state === 'expired' ? 'bad' : tone, { at: until?.toString() ?? null }),
    quotaLine(messagesLeft),
  ];
}

function quotaLine(count: number): NewFinding {
  if (count <= 0) return findingOf('money', 'quota_empty', 'bad', { count });
  return count <= QUOTA_WARNING_AT
    ? findingOf('money', 'quota_low', 'attention', { count })
    : findingOf('money', 'quota_left', 'good', { count });
}
