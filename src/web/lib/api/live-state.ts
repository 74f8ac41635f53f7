import { useSyncExternalStore } from 'react';

/** The stream may be broken for so long before people see it: a released version closes it for a moment. */
const PATIENCE_MS = 3_000;

let isBroken = false;
let patience: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const retries = new Set<() => void>();

/** Whether changes made elsewhere do not arrive now, so that what is shown may be old. */
export function useIsStreamBroken(): boolean {
  return useSyncExternalStore(subscribe, () => isBroken);
}

/** Reconnects at once. */
export function retryStream(): void {
  for (const retry of retries) retry();
}

/** Calls back when a person wants the stream back at once. @returns a function that ends it */
export function whenStreamIsWanted(retry: () => void): () => void {
  retries.add(retry);
  return () => retries.delete(retry);
}

export function noteStream(state: 'live' | 'broken'): void {
  if (state === 'live') {
    clearTimeout(patience);
    patience = undefined;
    become(false);
  } else {
    patience ??= setTimeout(() => become(true), PATIENCE_MS);
  }
}

function become(next: boolean): void {
  if (isBroken === next) return;
  isBroken = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
