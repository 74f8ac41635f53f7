import { Button, Group } from '@mantine/core';
import { IconExternalLink, IconQrcode } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { QrPage, QrPageId } from '#contract/links/qr-pages.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import classes from '#web/links/links.module.css';
import { LinkStatistics, Shares, useClickPeriod } from '#web/links/LinkStatistics.tsx';
import { QrDialog } from '#web/links/qr/QrDialog.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';
import { QrPageForm } from './QrPageForm.tsx';
import { useDeletePage, useQrPage, useVisits } from './use-qr-pages.ts';

/** Route: /widgets/qr/new */
export function NewQrPagePage() {
  const t = useTexts();
  return (
    <>
      <PageHead backTo="/widgets/qr" title={t('links:pages.new')} state={t('links:pages.lead')} />
      <div className={classes.form}>
        <QrPageForm page={null} onRenew={() => undefined} />
      </div>
    </>
  );
}

/** Route: /widgets/qr/{pageId} */
export function QrPagePage() {
  const t = useTexts();
  const pageId = usePathId<QrPageId>('pageId');
  const page = useQrPage(pageId);
  const [renewals, setRenewals] = useState(0);
  const renew = useCallback(() => setRenewals((count) => count + 1), []);
  usePageName(page.data?.title);
  if (page.isError && !page.data) return <Failure error={page.error} onRetry={page.refetch} />;
  if (!page.data) {
    return (
      <Loading>
        <PageHead backTo="/widgets/qr" title={t('links:pages.title')} />
        <RowsSkeleton />
      </Loading>
    );
  }
  return (
    <>
      <Head page={page.data} />
      <div className={classes.columns}>
        <section className={classes.form} aria-label={t('links:settings')}>
          <CopyField label={t('links:address')} value={page.data.url} />
          <QrPageForm key={`${pageId}.${renewals}`} page={page.data} onRenew={renew} />
        </section>
        <Visits pageId={pageId} />
      </div>
    </>
  );
}

function Visits({ pageId }: { pageId: QrPageId }) {
  const t = useTexts();
  const period = useClickPeriod();
  const visits = useVisits(pageId, period.from);
  const pressed = visits.data?.buttons.filter(({ clicks }) => clicks > 0) ?? [];
  return (
    <LinkStatistics title={t('links:pages.visits')} period={period} clicks={visits}>
      {pressed.length > 0 && (
        <Shares
          title={t('links:pages.buttons')}
          shares={pressed.map(({ button, clicks }) => [t(`links:pages.button.${button}`), clicks])}
        />
      )}
    </LinkStatistics>
  );
}

function Head({ page }: { page: QrPage }) {
  const t = useTexts();
  const navigate = useNavigate();
  const remove = useDeletePage();
  const [isQrOpen, setQrOpen] = useState(false);
  return (
    <>
      <PageHead
        backTo="/widgets/qr"
        title={page.title}
        state={t('links:pages.state', { count: page.visits })}
        action={
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconExternalLink size={18} />}
              component="a"
              href={new URL(page.url).pathname}
              target="_blank"
              rel="noreferrer"
            >
              {t('links:pages.open')}
            </Button>
            <Button leftSection={<IconQrcode size={18} />} onClick={() => setQrOpen(true)}>
              {t('links:qr')}
            </Button>
            <RowMenu name={page.title}>
              <MenuItem onClick={() => remove.mutate(page, { onSuccess: () => void navigate({ to: '/widgets/qr' }) })}>
                {t('links:delete')}
              </MenuItem>
            </RowMenu>
          </Group>
        }
      />
      {isQrOpen && <QrDialog {...page} printTo={`/widgets/qr/${page.id}/print`} onClose={() => setQrOpen(false)} />}
    </>
  );
}
