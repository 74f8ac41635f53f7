import { useEffect, useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

/** How many things wait for the member: before the title of the tab, and on the icon of an installed app. */
export const useTabCount = (): number => useSyncExternalStore(subscribe, () => count);

export function useSetTabCount(next: number): void {
  useEffect(() => {
    become(next);
    // NOTE: missing in Firefox, and refused where the app is not installed
    void navigator.setAppBadge?.(next).catch(() => undefined);
    return () => become(0);
  }, [next]);
}

function become(next: number): void {
  count = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
