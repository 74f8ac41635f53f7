import { z } from 'zod';
import type { ChannelStanding, Checked, Credentials } from '#server/channels/port.ts';
import { isCount } from '#server/platform/values/outside-numbers.ts';
import { troubleOf } from './connect.ts';
import { type Dialect, type Dialog360Options, dialectOf, send } from './dialect.ts';

// NOTE: `messaging_limit_tier` is the field's former name; some answers still have it alone.
const Standing = z.object({
  quality_rating: z.string().nullish(),
  whatsapp_business_manager_messaging_limit: z.string().nullish(),
  messaging_limit_tier: z.string().nullish(),
  business_id: z.string().nullish(),
});
const Account = z.object({ owner_business_info: z.object({ id: z.string() }) });

/** Reads the number's quality rating and the limit of its portfolio: https://developers.facebook.com/docs/whatsapp/messaging-limits */
export async function readStanding(
  options: Dialog360Options,
  credentials: Credentials,
): Promise<Checked<ChannelStanding>> {
  const dialect = dialectOf(options, credentials);
  const answer = await send(options, dialect, { method: 'GET', url: dialect.standingUrl });
  if (answer.kind !== 'answered' || answer.status >= 300) return troubleOf(answer, 'unexpected_answer');
  const read = Standing.safeParse(answer.json);
  if (!read.success) return { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false };
  const { quality_rating, whatsapp_business_manager_messaging_limit, messaging_limit_tier, business_id } = read.data;
  const quality = quality_rating?.toLowerCase() ?? null;
  return {
    isOk: true,
    value: {
      quality: quality === 'unknown' || quality === 'na' ? null : quality,
      peoplePerDay: peopleOf(whatsapp_business_manager_messaging_limit ?? messaging_limit_tier ?? ''),
      portfolio: business_id ?? (await readPortfolio(options, dialect)),
    },
  };
}

async function readPortfolio(options: Dialog360Options, dialect: Dialect): Promise<string | null> {
  if (!dialect.accountUrl) return null;
  const answer = await send(options, dialect, { method: 'GET', url: dialect.accountUrl });
  return answer.kind === 'answered' ? (Account.safeParse(answer.json).data?.owner_business_info.id ?? null) : null;
}

/** `TIER_250`, `TIER_2K`, `TIER_100K`; null for `TIER_UNLIMITED` and unknown values. */
export function peopleOf(tier: string): number | null {
  const [, digits, thousands] = /^TIER_(\d+)(K?)$/i.exec(tier) ?? [];
  const people = Number(digits) * (thousands ? 1000 : 1);
  return isCount(people) ? people : null;
}
