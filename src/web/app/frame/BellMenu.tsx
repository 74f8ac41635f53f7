import { Button, Popover, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { cloneElement, lazy, type ReactElement, type Ref, Suspense, useRef, useState } from 'react';
import { clientConfig } from '#web/lib/api/config.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { lazyPart } from '#web/lib/pages/lazy-part.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import classes from './BellMenu.module.css';
import { REFERRAL_PATH } from './referral-path.ts';

const NoticeList = lazy(async () => ({ default: (await import('#web/onboarding/NoticeList.tsx')).NoticeList }));

const BellAnnouncements = lazyPart({
  load: () => import('#web/announcements/BellAnnouncements.tsx').then((m) => m.BellAnnouncements),
  texts: ['announcements'],
});

type Props = { target: ReactElement<{ onClick?: () => void; ref?: Ref<HTMLButtonElement> }> };

/** The bell's menu: the latest notices, and the referral programme's offer where the domain has it. */
export function BellMenu({ target }: Props) {
  const t = useTexts();
  const canOpen = useCanOpen();
  const referral = clientConfig()?.referral;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <Popover
      width="min(400px, calc(100vw - 16px))"
      position="bottom-end"
      shadow="md"
      trapFocus
      opened={isOpen}
      onChange={setOpen}
      onClose={() => button.current?.focus()}
    >
      <Popover.Target>{cloneElement(target, { ref: button, onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('app:notifications')}>
        <Text fw={600} className={classes.head}>
          {t('app:notifications')}
        </Text>
        <div className={classes.list} tabIndex={0} role="region" aria-label={t('app:notifications')} data-autofocus>
          <Suspense fallback={<Waiting />}>
            {brand.features.news && <BellAnnouncements />}
            <NoticeList onGo={close} />
          </Suspense>
        </div>
        {referral && canOpen(REFERRAL_PATH) && (
          <div className={classes.offer}>
            <Text fw={600}>{t('app:referral_title')}</Text>
            <Text size="sm" c="dimmed" my="xs">
              {t('app:referral_text', {
                discount: referral.discountPercent,
                reward: referral.rewardPercent,
              })}
            </Text>
            <Button component={Link} to={REFERRAL_PATH} size="xs" onClick={close}>
              {t('app:referral_action')}
            </Button>
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function Waiting() {
  return (
    <Loading>
      <RowsSkeleton rows={3} />
    </Loading>
  );
}
