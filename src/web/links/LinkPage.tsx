import { Badge, Button, Group } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { LinkId, ShortLink } from '#contract/links/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';
import { ClickingContacts } from './ClickingContacts.tsx';
import { LinkForm } from './LinkForm.tsx';
import { LinkStatistics, useClickPeriod } from './LinkStatistics.tsx';
import classes from './links.module.css';
import { QrDialog } from './qr/QrDialog.tsx';
import { hasExpired } from './link-words.ts';
import { useClicks, useDeleteLink, useLink } from './use-links.ts';

/** Route: /short-link/new */
export function NewLinkPage() {
  const t = useTexts();
  return (
    <>
      <PageHead backTo="/short-link" title={t('links:new')} state={t('links:lead')} />
      <div className={classes.form}>
        <LinkForm link={null} onRenew={() => undefined} />
      </div>
    </>
  );
}

/** Route: /short-link/{linkId} */
export function LinkPage() {
  const t = useTexts();
  const linkId = usePathId<LinkId>('linkId');
  const link = useLink(linkId);
  const [renewals, setRenewals] = useState(0);
  const renew = useCallback(() => setRenewals((count) => count + 1), []);
  usePageName(link.data?.title);
  if (link.isError && !link.data) return <Failure error={link.error} onRetry={link.refetch} />;
  if (!link.data) {
    return (
      <Loading>
        <PageHead backTo="/short-link" title={t('links:title')} />
        <RowsSkeleton />
      </Loading>
    );
  }
  return (
    <>
      <LinkHead link={link.data} />
      <div className={classes.columns}>
        <section className={classes.form} aria-label={t('links:settings')}>
          <CopyField label={t('links:address')} value={link.data.url} />
          <LinkForm key={`${linkId}.${renewals}`} link={link.data} onRenew={renew} />
        </section>
        <Statistics linkId={linkId} />
      </div>
    </>
  );
}

function Statistics({ linkId }: { linkId: LinkId }) {
  const t = useTexts();
  const period = useClickPeriod();
  const clicks = useClicks(linkId, period.from);
  return (
    <LinkStatistics title={t('links:statistics')} period={period} clicks={clicks}>
      <ClickingContacts linkId={linkId} from={period.from} />
    </LinkStatistics>
  );
}

function LinkHead({ link }: { link: ShortLink }) {
  const t = useTexts();
  const navigate = useNavigate();
  const remove = useDeleteLink();
  const [isQrOpen, setQrOpen] = useState(false);
  return (
    <>
      <PageHead
        backTo="/short-link"
        title={link.title}
        state={
          <Group gap={8}>
            {t('links:state', { count: link.clicks })}
            {hasExpired(link.expiresAt) && (
              <Badge color="gray" tt="none">
                {t('links:expired')}
              </Badge>
            )}
          </Group>
        }
        action={
          <Group gap="xs">
            <Button leftSection={<IconQrcode size={18} />} onClick={() => setQrOpen(true)}>
              {t('links:qr')}
            </Button>
            <RowMenu name={link.title}>
              <MenuItem onClick={() => remove.mutate(link, { onSuccess: () => void navigate({ to: '/short-link' }) })}>
                {t('links:delete')}
              </MenuItem>
            </RowMenu>
          </Group>
        }
      />
      {isQrOpen && <QrDialog {...link} printTo={`/short-link/${link.id}/print`} onClose={() => setQrOpen(false)} />}
    </>
  );
}
