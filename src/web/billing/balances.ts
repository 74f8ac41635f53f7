import type { TopUp } from '#contract/billing/tariffs.ts';
import { TOP_UPS } from '#contract/billing/tariffs.ts';
import { isPathOffered } from '#web/lib/pages/brand.ts';

/** Pages on which a balance is spent; a domain without any of them does not speak of it. */
const SPENT_ON: Readonly<Record<TopUp, readonly string[] | null>> = {
  messages: null,
  ratings: ['/reviews', '/widgets/reviews/rating'],
  ai: ['/flowCopilotBots', '/reviews', '/chats'],
};

/** The balances that this domain has a use for. */
export const BALANCES: readonly TopUp[] = TOP_UPS.filter(
  (balance) => SPENT_ON[balance]?.some((path) => isPathOffered(path)) ?? true,
);
