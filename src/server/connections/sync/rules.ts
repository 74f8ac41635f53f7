import { connectionKind } from '#contract/connection-kinds.ts';
import type { ConnectionKind } from '#contract/connections.ts';
import type { Refusal } from '#server/connections/port.ts';
import type { Source, Sources } from './port.ts';

/** Seconds between tries of what passes by itself. */
const RETRY_SECONDS = { least: 5, most: 600 };

/** Too many ask at the moment: that is nobody's trouble. */
export function isBusy({ retryAfterMs }: Pick<Refusal, 'retryAfterMs'>): boolean {
  return retryAfterMs !== null;
}

/** How long to wait before a reading is tried again: what the vendor says, else longer each time. */
export function backOffMs(refusal: Pick<Refusal, 'retryAfterMs'>, tries: number): number {
  return Math.round(refusal.retryAfterMs ?? Math.min(RETRY_SECONDS.most, RETRY_SECONDS.least * 2 ** tries) * 1_000);
}

/** @throws for a kind that nobody asks */
export function sourceOf(sources: Sources, kind: ConnectionKind): Source {
  const { reads } = connectionKind(kind);
  if (reads === null) throw new Error(`Nothing is read from ${kind}`);
  return sources[reads];
}
