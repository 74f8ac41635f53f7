import { useEffect } from 'react';

/** Shows how many things wait for the member on the icon of the tab and on that of an installed app. */
export function useTabCount(count: number): void {
  useEffect(() => {
    // NOTE: missing in Firefox, and refused where the app is not installed
    void navigator.setAppBadge?.(count).catch(() => undefined);
    if (count === 0) return;
    void badge(count);
    return () => void badge(0);
  }, [count]);
}

async function badge(count: number): Promise<void> {
  const { badgeTabIcon } = await import('./tab-icon.ts');
  await badgeTabIcon(count).catch(() => undefined);
}
