import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { login } from '#contract/auth.ts';
import { call } from '#web/lib/api.ts';
import { useConfig } from '#web/lib/config.ts';
import { useContractForm } from '#web/lib/form.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { loadSession, signIn, useSession } from '#web/lib/session.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { FormFailure } from './FormFailure.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { useGoOn } from './use-go-on.ts';

/** Route: /account/login */
export function LoginPage() {
  const t = useTexts();
  const search: { email?: string } = useSearch({ strict: false });
  const isDemo = useConfig()?.isDemo ?? false;
  const goOn = useGoOn();
  const { formProps, field, isBusy, failureText } = useContractForm({
    focusesFirst: true,
    schema: login.body,
    initial: { email: search.email ?? '', password: '' },
    submit: async (body) => {
      await signIn(await call(login, { body }));
      goOn();
    },
  });

  return (
    <AuthFrame
      title={t('auth.login.heading')}
      footer={
        <>
          {t('auth.login.no_account')}{' '}
          <Anchor component={Link} to="/account/register" inherit underline="always">
            {t('auth.login.register')}
          </Anchor>
        </>
      }
    >
      <Unreachable onBack={goOn} />
      <form {...formProps}>
        <Stack>
          <TextInput label={t('auth.email')} type="email" autoComplete="username" size="md" {...field('email')} />
          <PasswordInput label={t('auth.password')} autoComplete="current-password" size="md" {...field('password')} />
          <FormFailure text={failureText} />
          <Button type="submit" size="md" loading={isBusy} fullWidth>
            {t('auth.login.submit')}
          </Button>
          <Anchor component={Link} to="/account/forgot-password" size="sm" ta="center">
            {t('auth.login.forgot')}
          </Anchor>
        </Stack>
      </form>
      <GoogleButton />
      {isDemo && (
        <Button component={Link} to="/demo" variant="light" size="md" fullWidth mt="sm">
          {t('auth.login.demo')}
        </Button>
      )}
    </AuthFrame>
  );
}

/** Says that the person may well be signed in, only that the server could not be asked. */
function Unreachable({ onBack }: { onBack: () => void }) {
  const t = useTexts();
  const session = useSession();
  if (session.isAuthenticated || !session.isUnreachable) return null;
  const retry = async () => {
    const next = await loadSession();
    if (next.isAuthenticated) onBack();
  };
  return (
    <Alert color="attention" mb="md" role="alert">
      {t('auth.login.unreachable')}{' '}
      <Anchor component="button" type="button" onClick={() => void retry()}>
        {t('ui.retry')}
      </Anchor>
    </Alert>
  );
}
