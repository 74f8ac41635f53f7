import { Button } from '@mantine/core';
import { IconMapSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/lib/i18n.ts';
import { usePageName } from '#web/lib/page-name.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FullPage } from '#web/ui/FullPage.tsx';

/** Routes: /404, /widget/404, and every path that is unknown. */
export function NotFoundPage() {
  const t = useTexts();
  const title = t('app:not_found.title');
  usePageName(title, { isAlone: true });

  return (
    <FullPage>
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
    </FullPage>
  );
}
