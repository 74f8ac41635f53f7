import type { Context } from '#server/platform/context/context.ts';
import { networkOf } from '#server/platform/values/ip-address-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { type AllowanceSize, consumeRateLimit } from '#server/platform/http/rate-limit.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Limits for one network and one kind of page. Many visitors share an address, e.g. that of a carrier or a mall. */
const READS_PER_NETWORK = { limit: 600, periodMs: MINUTE };
const SUBMISSIONS_PER_NETWORK = { limit: 120, periodMs: MINUTE };

/** Accepted forms of one page that anybody may send, e.g. of one booking button. */
const FORMS_PER_NETWORK = { limit: 60, periodMs: HOUR };
const FORMS_PER_PHONE = { limit: 6, periodMs: HOUR };
const FORMS_PER_PAGE = { limit: 300, periodMs: HOUR };

/**
 * Limits the requests of one network to the pages of one kind. Reading is limited apart from posting.
 *
 * @param ip the visitor's address
 * @throws {Problem} `request.too_often`
 */
export async function limitVisits(
  ctx: Pick<Context, 'db'>,
  path: string,
  { method, ip }: { method: string; ip: string },
): Promise<void> {
  const [kind, size] =
    method === 'POST' ? (['post', SUBMISSIONS_PER_NETWORK] as const) : (['read', READS_PER_NETWORK] as const);
  const allowance = await consumeRateLimit(ctx.db, `${kind}:${path}:${networkOf(ip)}`, size);
  if (!allowance.isAllowed) throw new Problem('request.too_often', { retryAfterMs: allowance.retryAfterMs });
}

/**
 * Counts a form that anybody may send: for its sender's network, for the phone in it, and for its page, so that a flood
 * closes the page of nobody else.
 *
 * @param form.page kind and id of the page, e.g. `table-request:<code>`
 * @param form.phone in E.164; null where the form has none
 * @returns milliseconds until such a form is accepted again; null: it is accepted now
 */
export async function countForm(
  ctx: Pick<Context, 'db' | 'vault'>,
  { page, ip, phone }: { page: string; ip: string; phone: string | null },
): Promise<number | null> {
  const limits: [string, AllowanceSize][] = [[`${page}:from:${networkOf(ip)}`, FORMS_PER_NETWORK]];
  if (phone)
    limits.push([`${page}:phone:${ctx.vault.sign('form-phone', phone).toString('base64url')}`, FORMS_PER_PHONE]);
  limits.push([page, FORMS_PER_PAGE]);
  for (const [key, size] of limits) {
    const allowance = await consumeRateLimit(ctx.db, key, size);
    if (!allowance.isAllowed) return allowance.retryAfterMs;
  }
  return null;
}

/** The wait as pages show it: whole minutes, at least one. */
export function waitMinutes(retryAfterMs: number): number {
  return Math.max(1, Math.ceil(retryAfterMs / MINUTE));
}
