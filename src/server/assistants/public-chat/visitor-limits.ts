import type { TenantId } from '#contract/tenants/ids.ts';
import type { VisitorId } from '#server/assistants/storage/visitor-queries.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type AllowanceSize, consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { networkOf } from '#server/platform/values/ip-address-rules.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Messages of one visitor, and of one network to the chats of one cabinet: a carrier's customers share an address. */
export const VISITOR_LIMITS = {
  visitorHour: { limit: 40, periodMs: HOUR },
  visitorDay: { limit: 120, periodMs: DAY },
  networkHour: { limit: 120, periodMs: HOUR },
  networkDay: { limit: 400, periodMs: DAY },
} as const satisfies Record<string, AllowanceSize>;

/**
 * Counts a message of a visitor.
 *
 * @returns milliseconds until one is accepted again; null: it is accepted now
 */
export async function countVisitor(
  { db }: Pick<Context, 'db'>,
  { tenantId, visitorId, ip }: { tenantId: TenantId; visitorId: VisitorId; ip: string },
): Promise<number | null> {
  const network = `ai-chat:${tenantId}:from:${networkOf(ip)}`;
  const limits: [string, AllowanceSize][] = [
    [`ai-chat:${visitorId}:hour`, VISITOR_LIMITS.visitorHour],
    [`ai-chat:${visitorId}:day`, VISITOR_LIMITS.visitorDay],
    [`${network}:hour`, VISITOR_LIMITS.networkHour],
    [`${network}:day`, VISITOR_LIMITS.networkDay],
  ];
  for (const [key, size] of limits) {
    const allowance = await consumeRateLimit(db, key, size);
    if (!allowance.isAllowed) return allowance.retryAfterMs;
  }
  return null;
}
