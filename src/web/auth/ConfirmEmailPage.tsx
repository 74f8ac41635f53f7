import { Button, Center, Loader, Stack, Text } from '@mantine/core';
import { IconMailCheck, IconMailX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { confirmEmail } from '#contract/auth.ts';
import { call } from '#web/lib/api.ts';
import { CallRefused } from '#web/lib/call-errors.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { loadSession } from '#web/lib/session.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { FullPage } from '#web/ui/FullPage.tsx';

/** Route: /Account/ConfirmEmail, opened from the letter with `userId` and `code` in the address. */
export function ConfirmEmailPage() {
  const t = useTexts();
  const { userId = '', code = '' }: { userId?: string; code?: string } = useSearch({ strict: false });
  const { mutate, error, isSuccess } = useMutation({
    mutationFn: () => call(confirmEmail, { body: { userId, code } }),
    onSuccess: loadSession,
  });
  useEffect(() => mutate(), [mutate]);

  const open = (
    <Button component={Link} to="/">
      {t('auth.confirm.action')}
    </Button>
  );
  if (error instanceof CallRefused && error.status < 500) {
    return (
      <FullPage>
        <EmptyState
          icon={<IconMailX size={40} stroke={1.5} />}
          title={t('auth.confirm.failed')}
          text={problemText(error, t)}
          action={open}
        />
      </FullPage>
    );
  }
  if (error) {
    return (
      <FullPage>
        <Failure error={error} onRetry={() => mutate()} />
      </FullPage>
    );
  }
  if (isSuccess) {
    return (
      <FullPage>
        <EmptyState
          icon={<IconMailCheck size={40} stroke={1.5} />}
          title={t('auth.confirm.done')}
          text={t('auth.confirm.done_text')}
          action={open}
        />
      </FullPage>
    );
  }
  return (
    <Center component="main" mih="100dvh">
      <Stack align="center" role="status">
        <Loader />
        <Text>{t('auth.confirm.pending')}</Text>
      </Stack>
    </Center>
  );
}
