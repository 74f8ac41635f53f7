import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconHeadset } from '@tabler/icons-react';
import { useState } from 'react';
import type { CurrentSupport } from '#contract/auth/support.ts';
import { call } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { leaveSupportTab } from '#web/lib/api/support.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCountdown } from '#web/lib/format/use-countdown.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import classes from './SupportBanner.module.css';

const KEY = ['auth', 'support'] as const;
const REREAD_MS = 30_000;

/** Over every page of a support session: whose cabinet it is, the time left, and the ways to go on. */
export function SupportBanner() {
  const current = useQuery({
    queryKey: KEY,
    queryFn: () => call('GET /api/v1/Account/Support'),
    select: ({ support }) => support,
    refetchInterval: REREAD_MS,
  });
  return current.data ? (
    <Shown support={current.data} readAt={current.dataUpdatedAt} />
  ) : (
    <div className={classes.banner} role="status" />
  );
}

function Shown({ support, readAt }: { support: CurrentSupport; readAt: number }) {
  const t = useTexts();
  const queryClient = useQueryClient();
  const [isAllowing, setAllowing] = useState(false);
  const left = useCountdown(support.secondsLeft, readAt);
  const changeLeft = useCountdown(support.changeSecondsLeft, readAt);
  const refresh = () => queryClient.invalidateQueries({ queryKey: KEY });
  const onError = (error: Error) => void toast.error({ title: problemText(error, t) });
  const prolong = useMutation({
    mutationFn: () => call('POST /api/v1/Account/Support/Prolong'),
    onError,
    onSettled: refresh,
  });
  const end = useMutation({
    mutationFn: () => call('POST /api/v1/Account/Support/End'),
    onSuccess: leaveSupportTab,
    onError,
  });
  const { tenantName: cabinet, userName: user } = support;
  return (
    <div className={classes.banner} data-changing={changeLeft > 0 || undefined} role="status">
      <IconHeadset size={20} aria-hidden />
      <Text size="sm" fw={600} className={classes.text}>
        {t('audit:support.banner', { cabinet, user, left: clockOf(left) })}{' '}
        {changeLeft > 0 ? t('audit:support.changing', { left: clockOf(changeLeft) }) : t('audit:support.read_only')}
      </Text>
      <Group gap="xs">
        {changeLeft === 0 && (
          <Button size="compact-sm" variant="white" onClick={() => setAllowing(true)}>
            {t('audit:support.allow_changes')}
          </Button>
        )}
        {support.mayProlong && (
          <Button size="compact-sm" variant="white" loading={prolong.isPending} onClick={() => prolong.mutate()}>
            {t('audit:support.prolong')}
          </Button>
        )}
        <Button size="compact-sm" color="dark" loading={end.isPending} onClick={() => end.mutate()}>
          {t('audit:support.end')}
        </Button>
      </Group>
      {isAllowing && (
        <ReasonDialog
          title={t('audit:support.allow_title')}
          lead={t('audit:support.allow_lead')}
          submit={t('audit:support.allow_changes')}
          schema={async () => (await import('#contract/auth/support.ts')).allowSupportChanges.body}
          send={async (reason) => {
            await call('POST /api/v1/Account/Support/Changes', { body: { reason } });
            await refresh();
          }}
          onClose={() => setAllowing(false)}
        />
      )}
    </div>
  );
}

/** "29:05" */
const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
