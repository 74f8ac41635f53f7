import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callPublic } from '#web/lib/api/api.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { textIn } from '#web/lib/api/known.ts';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { AuthFrame } from '#web/auth/sign-in/AuthFrame.tsx';

/** Route: /account/forgot-password */
export function ForgotPasswordPage() {
  const t = useTexts();
  const search = usePageSearch(({ email }) => ({ email: textIn(email) }));
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { formProps, field, isBusy, failure } = useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth/calls.ts')).forgotPassword.body,
    initial: { email: search.email ?? '' },
    submit: async ({ email }) => {
      await callPublic('POST /api/v1/Account/ForgotPassword', { body: { email, clientHost: location.origin } });
      setSentTo(email.trim());
    },
  });
  const back = (
    <Anchor component={Link} to="/account/login" inherit underline="always">
      {t('auth:back_to_login')}
    </Anchor>
  );

  if (sentTo !== null) {
    return (
      <AuthFrame title={t('auth:forgot.sent')} footer={back}>
        <Stack role="status">
          <Text>{t('auth:forgot.sent_text', { email: sentTo })}</Text>
          <Button variant="default" onClick={() => setSentTo(null)}>
            {t('auth:forgot.again')}
          </Button>
        </Stack>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('auth:forgot.heading')} state={t('auth:forgot.state')} footer={back}>
      <form {...formProps}>
        <Stack>
          <TextInput label={t('auth:email')} type="email" autoComplete="username" size="md" {...field('email')} />
          <FormFailure error={failure} />
          <Button type="submit" size="md" loading={isBusy} fullWidth>
            {t('auth:forgot.submit')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
