import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { brand } from '#web/lib/brand.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { Toasts } from '#web/ui/Toasts.tsx';

/** Around every page: its title, and the toasts. */
export function RootFrame() {
  usePageTitle();
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}

/** "Route title — product name". */
function usePageTitle(): void {
  const t = useTexts();
  const key = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const title = key ? `${t(key)} — ${brand.productName}` : null;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}
