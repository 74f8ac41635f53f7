import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { callPublic } from '#web/lib/api/api.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { signIn } from '#web/lib/api/session.ts';
import { ticketIn } from './second-step.ts';

type Props = {
  email?: string | null | undefined;
  onDone: () => Promise<void>;
  /** The password was right, and the code of the second factor is needed. */
  onSecondStep: (ticket: string) => void;
};

/** Signs in with e-mail and password. */
export function LoginForm({ email, onDone, onSecondStep }: Props) {
  const t = useTexts();
  const { form, formProps, field, isBusy, failure } = useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth/calls.ts')).login.body,
    initial: { email: email ?? '', password: '' },
    submit: async (body) => {
      try {
        await signIn(await callPublic('POST /api/v1/account/login', { body }));
      } catch (error) {
        const ticket = ticketIn(error);
        if (ticket === undefined) throw error;
        return onSecondStep(ticket);
      }
      await onDone();
    },
  });
  return (
    <form {...formProps}>
      <Stack>
        <TextInput label={t('auth:email')} type="email" autoComplete="username" size="md" {...field('email')} />
        <PasswordInput label={t('auth:password')} autoComplete="current-password" size="md" {...field('password')} />
        <FormFailure
          error={failure}
          action={
            isRefused(failure, 'auth.too_many_guesses') && (
              <Anchor
                inherit
                underline="always"
                renderRoot={(props) => (
                  <Link {...props} to="/account/login-link" search={{ email: form.values.email }} />
                )}
              >
                {t('auth:login_link.action')}
              </Anchor>
            )
          }
        />
        <Button type="submit" size="md" loading={isBusy} fullWidth>
          {t('auth:login.submit')}
        </Button>
        <Anchor component={Link} to="/account/forgot-password" size="sm" ta="center" py="xs" my={-8}>
          {t('auth:login.forgot')}
        </Anchor>
      </Stack>
    </form>
  );
}
