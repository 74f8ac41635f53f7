import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { callPublic } from '#web/lib/api/api.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { textIn } from '#web/lib/api/known.ts';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { AuthFrame } from '#web/auth/sign-in/AuthFrame.tsx';
import { NewPassword } from './NewPassword.tsx';
import { reasonOfRepeat } from '#web/auth/field-reasons.ts';

/** Route: /account/reset-password, opened from the letter with `email` and `code` in the address. */
export function ResetPasswordPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const search = usePageSearch((given) => ({ email: textIn(given['email']), code: textIn(given['code']) }));
  const { form, formProps, field, isBusy, failure } = useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth/calls.ts')).resetPassword.body,
    initial: { email: search.email ?? '', code: search.code ?? '', newPassword: '', confirmPassword: '' },
    check: ({ newPassword, confirmPassword }) => ({ confirmPassword: reasonOfRepeat(newPassword, confirmPassword) }),
    submit: async ({ email, code, newPassword }) => {
      await callPublic('POST /api/v1/Account/ResetPassword', { body: { email, code, newPassword } });
      toast.success({ title: t('auth:reset.done'), description: t('auth:reset.done_text') });
      await navigate({ to: '/account/login', search: { email } });
    },
  });
  const reasons = Object.values(form.errors);
  const isExpired = isRefused(failure, 'auth.code_invalid');
  const { email } = form.values;

  return (
    <AuthFrame
      title={t('auth:reset.heading')}
      footer={
        <Anchor component={Link} to="/account/login" inherit underline="always">
          {t('auth:back_to_login')}
        </Anchor>
      }
    >
      <form {...formProps}>
        <Stack>
          <TextInput label={t('auth:email')} type="email" autoComplete="username" {...field('email')} />
          {!search.code && <TextInput label={t('auth:reset.code')} autoComplete="one-time-code" {...field('code')} />}
          <NewPassword isChange password={field('newPassword')} repeat={field('confirmPassword')} />
          <FormFailure error={reasons.includes('required')} text={t('auth:reset.incomplete')} />
          <FormFailure
            error={failure}
            text={isExpired ? t('auth:reset.expired') : undefined}
            action={
              isExpired && (
                <Anchor
                  inherit
                  underline="always"
                  renderRoot={(props) => <Link {...props} to="/account/forgot-password" search={{ email }} />}
                >
                  {t('auth:reset.expired_action')}
                </Anchor>
              )
            }
          />
          <Button type="submit" size="md" loading={isBusy} fullWidth>
            {t('auth:reset.submit')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
