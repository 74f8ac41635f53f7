import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { AuthFrame } from '#web/auth/sign-in/AuthFrame.tsx';
import { loadSession, logOut } from '#web/lib/api/session.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { SetUp } from './SetUp.tsx';
import { useSecondFactor } from './use-second-factor.ts';

/** Route: /account/second-factor, the only page of a session that lacks the second factor its cabinet requires. */
export function RequiredFactorPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const factor = useSecondFactor();
  const leave = () => void logOut({ revoke: true });

  async function goOn(): Promise<void> {
    await loadSession();
    await navigate({ to: '/', replace: true });
  }

  return (
    <AuthFrame
      title={t('members:factor.required_heading')}
      state={t('members:factor.required_text')}
      footer={
        <Anchor component="button" type="button" inherit underline="always" onClick={leave}>
          {t('members:factor.log_out')}
        </Anchor>
      }
    >
      {factor.error && !factor.data && <Failure error={factor.error} onRetry={factor.refetch} />}
      {!factor.data && !factor.error && (
        <Loading>
          <RowsSkeleton rows={2} />
        </Loading>
      )}
      {factor.data?.isOn === true && (
        <Stack>
          <Text>{t('members:factor.log_in_again')}</Text>
          <Button onClick={leave}>{t('members:factor.log_out')}</Button>
        </Stack>
      )}
      {factor.data?.isOn === false && <SetUp onDone={() => void goOn()} />}
    </AuthFrame>
  );
}
