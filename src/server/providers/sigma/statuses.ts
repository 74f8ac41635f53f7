import { z } from 'zod';
import type { Checked, Credentials, PolledStatus } from '#server/channels/port.ts';
import { OutsideAmount, PartCount } from '#server/platform/values/outside-numbers.ts';
import { type Sigma, textOf } from './api.ts';
import { classOf } from './errors.ts';
import { refused } from './troubles.ts';

const CONCURRENCY = 4;

/** `seen` is said of messengers; the others are known from the vendor's clients or by analogy. */
const STATUSES: Readonly<Record<string, PolledStatus['status']>> = {
  pending: 'accepted',
  processing: 'accepted',
  paused: 'accepted',
  sent: 'sent',
  delivered: 'delivered',
  seen: 'read',
  failed: 'failed',
  undelivered: 'failed',
  expired: 'failed',
};

const Sending = z.object({
  state: z.object({ status: z.string(), error: z.unknown() }),
  price: OutsideAmount.refine((amount) => amount >= 0)
    .nullish()
    .catch(null),
  parts: PartCount.nullish().catch(null),
});

/** Requests the statuses of messages, some at a time. A message that Sigma does not know is left out. */
export async function pollStatuses(
  sigma: Sigma,
  credentials: Credentials,
  ids: readonly string[],
): Promise<Checked<PolledStatus[]>> {
  const waiting = [...ids];
  const found: PolledStatus[] = [];
  const failures: Checked<never>[] = [];
  const poll = async () => {
    for (let id = waiting.shift(); id !== undefined && failures.length === 0; id = waiting.shift()) {
      const result = await sigma.call(credentials, { method: 'GET', path: `/sendings/${encodeURIComponent(id)}` });
      if (result.kind === 'ok') found.push(...read(id, result.json));
      else if (result.kind !== 'refused' || result.status !== 404) failures.push(refused(result));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, poll));
  // The answers count, also where the rest failed.
  const [failure] = failures;
  return failure && found.length === 0 ? failure : { isOk: true, value: found };
}

function read(providerMessageId: string, json: unknown): PolledStatus[] {
  const sending = Sending.safeParse(json);
  const status = sending.success ? STATUSES[sending.data.state.status] : undefined;
  if (!sending.success || !status) return [];
  const { state, price, parts } = sending.data;
  const cost = price == null ? null : { amount: price, currency: 'RUB', parts: parts ?? null };
  const nothing = { errorClass: null, code: null, text: null };
  if (status !== 'failed') return [{ providerMessageId, status, ...nothing, cost }];
  const text = textOf({ error: state.error }) ?? state.status;
  const errorClass = state.status === 'failed' ? classOf(text) : 'recipient_invalid';
  return [{ providerMessageId, status, errorClass, code: state.status, text, cost }];
}
