import { Button, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Install, InstallId } from '#contract/connections/marketplace.ts';
import { QUICK_STARTS } from '#contract/onboarding/quick-start-values.ts';
import { AuthFrame } from '#web/auth/sign-in/AuthFrame.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import { refreshUser } from '#web/lib/api/session.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { InstallBranchRow } from './InstallBranchRow.tsx';
import { useInstall } from './use-marketplace.ts';
import { VENDOR_NAMES } from './vendors.ts';

/** Where the owner goes on: the system is connected already. */
const QUICK_STARTS_OF = {
  yclients: QUICK_STARTS.yclients_simple.path,
  altegio: QUICK_STARTS.altegio.path,
} as const satisfies Record<Install['kind'], string>;

/** Progress of an install, branch by branch; it continues when the page is closed. */
export function InstallProgress({ installId }: { installId: InstallId }) {
  const t = useTexts();
  const format = useFormat();
  const canOpen = useCanOpen();
  const install = useInstall(installId);
  const isFinished = install.data?.isFinished ?? false;
  useEffect(() => {
    if (isFinished) void refreshUser();
  }, [isFinished]);

  if (install.isPending)
    return (
      <AuthFrame title={t('connections:marketplace.title')}>
        <Loading>
          <Skeleton height={200} radius="md" />
        </Loading>
      </AuthFrame>
    );
  if (install.isError)
    return (
      <AuthFrame title={t('connections:marketplace.title')}>
        <Failure error={install.error} onRetry={install.refetch} />
      </AuthFrame>
    );

  const { kind, branches, givesUpAt, cardUrl } = install.data;
  const active = branches.filter(({ state }) => state === 'active').length;
  const isWhole = active === branches.length;
  const until = t('connections:marketplace.until', { time: format.timeOf(givesUpAt) });
  return (
    <AuthFrame title={headingOf(install.data, t)} state={isFinished ? finishedState(install.data, t) : until}>
      <Stack>
        <ul
          aria-label={t('connections:marketplace.title')}
          style={{ listStyle: 'none', margin: 0, padding: 0 }}
          aria-live="polite"
        >
          {branches.map((branch) => (
            <InstallBranchRow key={branch.externalId} branch={branch} vendor={VENDOR_NAMES[kind]} />
          ))}
        </ul>
        {isFinished && !isWhole && cardUrl && (
          <Button component="a" href={cardUrl} size="md" fullWidth>
            {t('connections:marketplace.open_card', { vendor: VENDOR_NAMES[kind] })}
          </Button>
        )}
        {isFinished && active > 0 && canOpen(QUICK_STARTS_OF[kind]) && (
          <Button component={Link} to={QUICK_STARTS_OF[kind]} size="md" fullWidth>
            {t('connections:marketplace.quick_start')}
          </Button>
        )}
        <Button component={Link} to="/" size="md" fullWidth variant="default">
          {t('connections:marketplace.open_cabinet')}
        </Button>
      </Stack>
    </AuthFrame>
  );
}

function headingOf({ isFinished, branches, kind }: Install, t: Text): string {
  const vendor = VENDOR_NAMES[kind];
  if (!isFinished) return t('connections:marketplace.going', { vendor });
  const active = branches.filter(({ state }) => state === 'active').length;
  if (active === 0) return t('connections:marketplace.none_done', { vendor });
  return active === branches.length
    ? t('connections:marketplace.all_done', { vendor })
    : t('connections:marketplace.some_done', { vendor });
}

function finishedState({ branches }: Install, t: Text): string {
  const isAny = branches.some(({ state }) => state === 'active');
  return isAny ? t('connections:marketplace.done_state') : t('connections:marketplace.none_state');
}
