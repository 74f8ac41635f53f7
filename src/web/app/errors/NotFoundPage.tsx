import { Button } from '@mantine/core';
import { IconMapSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { FullPage } from '#web/ui/layout/FullPage.tsx';
import { HeadingOrder } from '#web/ui/layout/heading-order.ts';

/** Route: /404, and for a visitor every path that is unknown. */
export function NotFoundPage() {
  return (
    <FullPage>
      <NotFound />
    </FullPage>
  );
}

/** Within the cabinet's frame, so that menu and search are at hand: a path or an id that does not exist. */
export function NotFound() {
  const t = useTexts();
  const title = t('app:not_found.title');
  usePageName(title, { isAlone: true });
  return (
    <HeadingOrder value={1}>
      <EmptyState
        icon={<IconMapSearch size={40} stroke={1.5} />}
        title={title}
        text={t('app:not_found.text')}
        action={
          <Button component={Link} to="/">
            {t('app:not_found.action')}
          </Button>
        }
      />
    </HeadingOrder>
  );
}
