import { connectionKind } from '#contract/connections/kinds.ts';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import type { Refusal } from '#server/connections/port.ts';
import type { Source, Sources } from './port.ts';

/** Seconds between attempts after a temporary refusal. */
const RETRY_SECONDS = { least: 5, most: 600 };

/** Returns whether the rate limit is exhausted, which is not shown as a problem. */
export function isBusy({ retryAfterMs }: Pick<Refusal, 'retryAfterMs'>): boolean {
  return retryAfterMs !== null;
}

/** Returns the delay before a reading is retried: the vendor's value, else growing with each attempt. */
export function backOffMs(refusal: Pick<Refusal, 'retryAfterMs'>, attempts: number): number {
  return Math.round(refusal.retryAfterMs ?? Math.min(RETRY_SECONDS.most, RETRY_SECONDS.least * 2 ** attempts) * 1_000);
}

/** @throws for a kind that is not polled, or whose source is not bound */
export function sourceOf(sources: Sources, kind: ConnectionKind): Source {
  const { reads } = connectionKind(kind);
  const source = reads === null ? undefined : sources[reads];
  if (!source) throw new Error(`Nothing is read from ${kind}`);
  return source;
}
