import { Outlet, useMatches } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { isInSupport } from '#web/lib/api/support.ts';
import { lazyPart } from '#web/lib/pages/lazy-part.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { type PageName, PageNameContext, tabTitle } from '#web/lib/pages/page-name.ts';
import { ToastStack } from '#web/ui/feedback/ToastStack.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';

const SupportBanner = lazyPart({
  load: async () => (await import('#web/auth/support/SupportBanner.tsx')).SupportBanner,
  texts: ['audit', 'auth'],
});

/** Around every page: its title, what is known of the connection, and the toasts. */
export function RootFrame() {
  const [pageName, setPageName] = useState<PageName | null>(null);
  useTabTitle(pageName);
  return (
    <PageNameContext value={setPageName}>
      {isInSupport() && (
        <Suspense>
          <SupportBanner />
        </Suspense>
      )}
      <Outlet />
      <ConnectionNotice />
      <ToastStack />
    </PageNameContext>
  );
}

function useTabTitle(pageName: PageName | null): void {
  const t = useTexts();
  const route = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  const section = route?.section && !pageName?.isAlone ? t(`app:menu.${route.section}`) : undefined;
  const name = pageName?.name ?? (route?.title && t(route.title));
  const support = isInSupport() ? t('app:support_tab') : undefined;
  const title = name && tabTitle(support, name, section, brand.productName);
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}
