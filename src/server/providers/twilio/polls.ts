import { z } from 'zod';
import type { Checked, Credentials, PolledStatus } from '#server/channels/port.ts';
import { OutsideAmount, PartCount } from '#server/platform/values/outside-numbers.ts';
import { callTwilio, type TwilioOptions } from './api.ts';
import { toStatus } from './statuses.ts';
import { refused } from './troubles.ts';

const CONCURRENCY = 4;

const Message = z.object({
  status: z.string(),
  error_code: z.number().nullish(),
  error_message: z.string().nullish(),
  // Negative: what is taken from the balance. Null until it is known.
  price: OutsideAmount.nullish().catch(null),
  price_unit: z.string().nullish(),
  num_segments: PartCount.nullish().catch(null),
});

/** Requests messages for their status and their price, some at a time. A message that Twilio does not know is left out. */
export async function pollStatuses(
  options: TwilioOptions,
  credentials: Credentials,
  ids: readonly string[],
): Promise<Checked<PolledStatus[]>> {
  const waiting = [...ids];
  const found: PolledStatus[] = [];
  const failures: Checked<never>[] = [];
  const poll = async () => {
    for (let sid = waiting.shift(); sid !== undefined && failures.length === 0; sid = waiting.shift()) {
      const path = `/Messages/${encodeURIComponent(sid)}.json`;
      const result = await callTwilio(options, credentials, { method: 'GET', path });
      if (result.kind === 'ok') found.push(...read(sid, result.json));
      else if (result.kind !== 'refused' || result.status !== 404) failures.push(refused(result, 'unexpected_answer'));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, poll));
  const [failure] = failures;
  return failure && found.length === 0 ? failure : { isOk: true, value: found };
}

function read(providerMessageId: string, json: unknown): PolledStatus[] {
  const message = Message.safeParse(json);
  if (!message.success) return [];
  const { status: word, error_code, error_message, price, price_unit, num_segments } = message.data;
  const status = toStatus(word, error_code ?? null, error_message ?? null);
  if (!status) return [];
  const currency = price_unit?.toUpperCase() ?? 'USD';
  const cost = price == null ? null : { amount: Math.abs(price), currency, parts: num_segments ?? null };
  return [{ providerMessageId, ...status, cost }];
}
