import { Button } from '@mantine/core';
import { IconMailCheck, IconMailX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { callPublic } from '#web/lib/api/api.ts';
import { CallRefused, isRefused } from '#web/lib/api/call-errors.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { textIn } from '#web/lib/api/known.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { loadSession, useSession } from '#web/lib/api/session.ts';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { FullPage } from '#web/ui/layout/FullPage.tsx';
import { Pending } from '#web/auth/sign-in/Pending.tsx';
import { useSendConfirmation } from '#web/auth/sign-in/use-auth-notice.ts';

/** Route: /Account/ConfirmEmail, opened from the letter with `userId` and `code` in the address. */
export function ConfirmEmailPage() {
  const t = useTexts();
  const { userId = '', code = '' } = usePageSearch((search) => ({
    userId: textIn(search['userId']),
    code: textIn(search['code']),
  }));
  const isDoneAlready = useIsConfirmed(userId);
  const { mutate, error, isSuccess } = useMutation({
    mutationFn: () => callPublic('POST /api/v1/Account/ConfirmEmail', { body: { userId, code } }),
    onSuccess: loadSession,
  });
  useEffect(() => mutate(), [mutate]);

  if (isSuccess || (error && isDoneAlready)) {
    return (
      <FullPage>
        <EmptyState
          icon={<IconMailCheck size={40} stroke={1.5} />}
          title={t('auth:confirm.done')}
          text={t('auth:confirm.done_text')}
          action={
            <Button component={Link} to="/">
              {t('auth:confirm.action')}
            </Button>
          }
        />
      </FullPage>
    );
  }
  if (error instanceof CallRefused && error.status < 500) return <Refused error={error} />;
  if (error) {
    return (
      <FullPage>
        <Failure error={error} onRetry={() => mutate()} />
      </FullPage>
    );
  }
  return <Pending text={t('auth:confirm.pending')} />;
}

/** The link is too old or was cut: a person who is signed in gets a new one here, others once they are. */
function Refused({ error }: { error: CallRefused }) {
  const t = useTexts();
  const session = useSession();
  const sendAgain = useSendConfirmation();
  return (
    <FullPage>
      <EmptyState
        icon={<IconMailX size={40} stroke={1.5} />}
        title={t('auth:confirm.failed')}
        text={isRefused(error, 'request.invalid') ? t('auth:confirm.incomplete') : problemText(error, t)}
        action={
          session.isAuthenticated ? (
            <Button onClick={sendAgain}>{t('auth:confirm.send_again')}</Button>
          ) : (
            <Button component={Link} to="/account/login">
              {t('auth:confirm.log_in')}
            </Button>
          )
        }
      />
    </FullPage>
  );
}

/** The link was opened a second time: what it asks for has long been done. */
function useIsConfirmed(userId: string): boolean {
  const session = useSession();
  return session.isAuthenticated && session.userId === userId && session.user.isEmailConfirmed;
}
