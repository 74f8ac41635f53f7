import { randomUUIDv7 } from 'node:crypto';
import type { PaidLine, Payment } from '#contract/billing/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { addMessages, withdrawMessages } from '#server/billing/actions.ts';
import { creditAi, withdrawAi } from '#server/billing/balance-actions.ts';
import {
  deletePeriod,
  findPeriod,
  insertPaidTariff,
  lockTariffs,
  updatePeriod,
} from '#server/billing/entitlement-queries.ts';
import type { PaidTariff } from '#server/billing/entitlement-rules.ts';
import { tariffsChanged } from '#server/billing/jobs.ts';
import { addRatings, withdrawRatings } from '#server/billing/rating-actions.ts';
import { grantMonths } from '#server/billing/tariff-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { type Correction, insertCorrection, listCorrections } from './correction-queries.ts';
import { type Added, addedBy, endedNow, keyOfLine, NOTHING_ADDED, sumOf } from './correction-rules.ts';

type Given = Pick<Payment, 'id' | 'lines'>;
type PeriodLine = Extract<PaidLine, { kind: 'period' }>;
type Change = Correction['periods'][number];

const NOTHING = { given: 0, taken: 0 };
const NO_BALANCES = { messages: NOTHING, ratings: NOTHING, aiMicroUsd: NOTHING };

/**
 * Gives the period that the operator wrote, once. After `unpaid` it is given again, with what was taken of the balances.
 *
 * @param memberId of the operator; null: its payer has paid
 */
export async function givePeriod(
  scope: ActionScope,
  payment: Given,
  { line, index, memberId }: { line: PeriodLine; index: number; memberId: MemberId | null },
): Promise<void> {
  const key = keyOfLine(payment.id, index);
  const { tariffId, units } = line;
  const to = { beginsAt: Temporal.Instant.from(line.beginsAt), endsAt: Temporal.Instant.from(line.endsAt) };
  await lockTariffs(scope);
  const last = (await listCorrections(scope, payment.id)).at(-1);
  const before = await findPeriod(scope, key);
  if (before && last?.kind !== 'unpaid') return;
  if (before) await updatePeriod(scope, before.id, { ...to, tariffId, units });
  else await insertPaidTariff(scope, { id: payment.id, tariffId, units, ...to, key });
  if (last?.kind === 'unpaid') {
    const { messages, ratings, aiMicroUsd } = last.balances;
    const cause = { reason: 'correction', key: `restored:${last.id}` } as const;
    if (messages.taken > 0) await addMessages(scope, messages.taken, cause);
    if (ratings.taken > 0) await addRatings(scope, ratings.taken, cause);
    await creditAi(scope, { amount: aiMicroUsd.taken, ...cause });
    const balances = {
      messages: { given: messages.taken, taken: 0 },
      ratings: { given: ratings.taken, taken: 0 },
      aiMicroUsd: { given: aiMicroUsd.taken, taken: 0 },
    };
    const periods = [{ tariffId, before: before ? inText(before) : null, after: inText(to) }];
    await book(scope, payment, { kind: 'restored', periods, balances, memberId });
  }
  await grantMonths(scope);
  await noteTariffs(scope, `${key}:${last?.id ?? 'first'}`);
}

/** Changes the dates of a period that was given, with a correction. */
export async function changePeriod(
  scope: ActionScope,
  payment: Given,
  { to, memberId }: { to: Pick<PaidTariff, 'beginsAt' | 'endsAt'>; memberId: MemberId },
): Promise<void> {
  await lockTariffs(scope);
  const before = await findPeriod(scope, keyOfLine(payment.id, 0));
  if (!before) return;
  await updatePeriod(scope, before.id, to);
  const periods = [{ tariffId: before.tariffId, before: inText(before), after: inText(to) }];
  const id = await book(scope, payment, { kind: 'dates', periods, balances: NO_BALANCES, memberId });
  await grantMonths(scope);
  await noteTariffs(scope, id);
}

/** Takes back what a payment gave: its periods end now, and what is left of its additions leaves the balances. */
export async function takeBack(
  scope: ActionScope,
  payment: Given,
  { kind, memberId }: { kind: 'unpaid' | 'refunded'; memberId: MemberId | null },
): Promise<void> {
  await lockTariffs(scope);
  const now = scope.clock.now();
  const periods: Change[] = [];
  let added: Added = NOTHING_ADDED;
  for (const [index, { line }] of payment.lines.entries()) {
    const period = line.kind === 'top_up' ? undefined : await findPeriod(scope, keyOfLine(payment.id, index));
    added = sumOf(added, addedBy(line, period));
    if (!period) continue;
    const after = endedNow(period, now);
    if (after) await updatePeriod(scope, period.id, after);
    else await deletePeriod(scope, period.id);
    periods.push({ tariffId: period.tariffId, before: inText(period), after: after && inText(after) });
  }
  const cause = { reason: 'correction', key: `${kind}:${randomUUIDv7()}` } as const;
  const balances = {
    messages: { given: added.messages, taken: await withdrawMessages(scope, added.messages, cause) },
    ratings: { given: added.ratings, taken: await withdrawRatings(scope, added.ratings, cause) },
    aiMicroUsd: {
      given: added.aiMicroUsd,
      taken: await withdrawAi(scope, { amount: added.aiMicroUsd, key: cause.key }),
    },
  };
  const id = await book(scope, payment, { kind, periods, balances, memberId });
  await noteTariffs(scope, id);
}

async function book(
  scope: ActionScope,
  { id: paymentId }: Given,
  correction: Omit<Correction, 'id' | 'at'> & { memberId: MemberId | null },
): Promise<string> {
  const id = randomUUIDv7();
  await insertCorrection(scope, paymentId, { ...correction, id, at: scope.clock.now() });
  return id;
}

async function noteTariffs(scope: ActionScope, dedupeKey: string): Promise<void> {
  await emit(scope, tariffsChanged, { dedupeKey, facts: {}, occurredAt: scope.clock.now() });
  await announce(scope, 'billing');
}

const inText = ({ beginsAt, endsAt }: Pick<PaidTariff, 'beginsAt' | 'endsAt'>) => ({
  beginsAt: beginsAt.toString(),
  endsAt: endsAt.toString(),
});
