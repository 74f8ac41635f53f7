import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ChannelSender } from '#contract/channels/calls.ts';
import type { AccountBalance, ChannelIdentity, Checked, Credentials } from '#server/channels/port.ts';
import { isAmount, OutsideAmount } from '#server/platform/values/outside-numbers.ts';
import type { Sigma } from './api.ts';
import { refused } from './troubles.ts';

const SenderName = z.looseObject({ name: z.string().min(1), type: z.string().nullish(), status: z.string().nullish() });
const SenderNames = z.union([
  z.array(SenderName),
  z.object({ data: z.array(SenderName) }).transform(({ data }) => data),
]);

const Balance = z.union([
  z.object({ balance: OutsideAmount, currency: z.string().nullish() }),
  z
    .object({ amount: OutsideAmount, currency: z.string().nullish() })
    .transform(({ amount, currency }) => ({ balance: amount, currency })),
  z
    .number()
    .refine(isAmount)
    .transform((balance) => ({ balance, currency: null })),
]);

/** States of a name that has not been, or is no longer, permitted by the operators. */
const NOT_PERMITTED = ['moderation', 'pending', 'rejected', 'disabled', 'blocked', 'failed'];

/** Lists the sender names for SMS that may be used. */
export async function listSenders(
  sigma: Sigma,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<Checked<ChannelSender[]>> {
  const result = await sigma.call(credentials, { method: 'GET', path: '/sendernames', ...(signal && { signal }) });
  if (result.kind !== 'ok') return refused(result);
  const read = SenderNames.safeParse(result.json);
  if (!read.success) return { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false };
  const usable = read.data.filter(
    ({ type, status }) =>
      (!type || type.toLowerCase() === 'sms') && !NOT_PERMITTED.includes(status?.toLowerCase() ?? ''),
  );
  return { isOk: true, value: usable.map(({ name }) => ({ id: name, title: name })) };
}

/** Checks that the account accepts us and that the sender name is permitted, and reads the balance. */
export async function checkAccount(
  sigma: Sigma,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<Checked<ChannelIdentity>> {
  const { sender = '' } = credentials;
  const senders = await listSenders(sigma, credentials, signal);
  if (!senders.isOk) return senders;
  if (!senders.value.some(({ id }) => id === sender))
    return { isOk: false, trouble: 'not_permitted', text: `Sender name ${sender}`, isTemporary: false };
  const known = await sigma.accountOf(credentials, signal);
  if (known.kind !== 'ok') return refused(known);
  const account = known.account ?? credentials['account'] ?? nameOf(credentials);
  const balance = known.account === null ? null : await readBalance(sigma, credentials, known.account);
  return {
    isOk: true,
    value: { externalId: `${account}:${sender}`, address: sender, name: sender, read: { account }, balance },
  };
}

/** Stands for the id of an account of which only a token is known. */
function nameOf({ password = '' }: Credentials): string {
  return `token-${createHash('sha256').update(password).digest('hex').slice(0, 24)}`;
}

/** A balance that cannot be read is not a problem of the channel. */
async function readBalance(sigma: Sigma, credentials: Credentials, account: string): Promise<AccountBalance | null> {
  const path = `/billings/balance/${encodeURIComponent(account)}`;
  const result = await sigma.call(credentials, { method: 'GET', path });
  const read = result.kind === 'ok' ? Balance.safeParse(result.json) : null;
  return read?.success ? { amount: read.data.balance, currency: read.data.currency ?? 'RUB' } : null;
}
