import type { PaidLine } from '#contract/billing/calls.ts';
import { addMessages } from '#server/billing/actions.ts';
import { creditAi } from '#server/billing/balance-actions.ts';
import { addRatings } from '#server/billing/rating-actions.ts';
import { giveTariff } from '#server/billing/tariff-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';

const MICROS = 1_000_000;

/**
 * Gives what was paid for: tariffs and additions to the balances. Periods that the operator wrote are given with the payment.
 *
 * @param bought.key identity of the payment or invoice: each of its lines is given once
 */
export async function givePaid(
  scope: ActionScope,
  bought: { key: string; lines: readonly { line: PaidLine }[] },
): Promise<void> {
  for (const [index, { line }] of bought.lines.entries()) {
    const key = `${bought.key}:${index}`;
    const cause = { reason: 'top_up', key } as const;
    if (line.kind === 'period') continue;
    if (line.kind === 'tariff') await giveTariff(scope, { ...line, key });
    else if (line.balance === 'messages') await addMessages(scope, line.amount, cause);
    else if (line.balance === 'ratings') await addRatings(scope, line.amount, cause);
    else await creditAi(scope, { amount: line.amount * MICROS, reason: 'top_up', key });
  }
}
