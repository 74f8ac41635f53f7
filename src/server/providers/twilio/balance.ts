import { z } from 'zod';
import type { AccountBalance, Credentials } from '#server/channels/port.ts';
import { OutsideAmount } from '#server/platform/values/outside-numbers.ts';
import { callTwilio, type TwilioOptions } from './api.ts';

const Balance = z.object({ balance: OutsideAmount, currency: z.string().nullish() });

/** The balance of the account; a balance that cannot be read is not a problem of the channel. */
export async function readBalance(options: TwilioOptions, credentials: Credentials): Promise<AccountBalance | null> {
  const result = await callTwilio(options, credentials, { method: 'GET', path: '/Balance.json' });
  const read = result.kind === 'ok' ? Balance.safeParse(result.json) : null;
  return read?.success ? { amount: read.data.balance, currency: read.data.currency ?? null } : null;
}
