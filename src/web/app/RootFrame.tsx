import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { brand } from '#web/lib/brand.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { type PageName, PageNameContext, tabTitle } from '#web/lib/page-name.ts';
import { Toasts } from '#web/ui/Toasts.tsx';

/** Around every page: its title, and the toasts. */
export function RootFrame() {
  const [pageName, setPageName] = useState<PageName | null>(null);
  useTabTitle(pageName);
  return (
    <PageNameContext value={setPageName}>
      <Outlet />
      <Toasts />
    </PageNameContext>
  );
}

function useTabTitle(pageName: PageName | null): void {
  const t = useTexts();
  const route = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  const section = route?.section && !pageName?.isAlone ? t(`app:menu.${route.section}`) : undefined;
  const name = pageName?.name ?? (route?.title && t(route.title));
  const title = name ? tabTitle(name, section, brand.productName) : null;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}
