import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { callPublic } from '#web/lib/api/api.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { signIn } from '#web/lib/api/session.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { SecondStep } from './SecondStep.tsx';
import { ticketIn } from './second-step.ts';
import { useGoOn } from './use-go-on.ts';

/** Route: /account/login-link; opened from the letter it has the `code` in the address. */
export function LoginLinkPage() {
  const { email, code }: { email?: string; code?: string } = useSearch({ strict: false });
  return code ? <EnterByLink code={code} /> : <RequestLink email={email ?? ''} />;
}

/** The link is used on a press only: programs that check mails open every link once. */
function EnterByLink({ code }: { code: string }) {
  const t = useTexts();
  const goOn = useGoOn();
  const enter = useMutation({
    mutationFn: async () => signIn(await callPublic('POST /api/v1/Account/LoginByLink', { body: { code } })),
    onSuccess: goOn,
  });
  const isExpired = isRefused(enter.error, 'auth.code_invalid');
  const ticket = ticketIn(enter.error);
  if (ticket !== undefined) {
    return (
      <AuthFrame title={t('auth:second_step.heading')}>
        <SecondStep ticket={ticket} onDone={goOn} onBack={() => location.assign('/account/login')} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={t('auth:login_link.enter_heading')}
      state={t('auth:login_link.enter_state')}
      footer={<BackToLogin />}
    >
      <Stack>
        <FormFailure
          error={enter.error}
          text={isExpired ? t('auth:login_link.expired') : undefined}
          action={
            isExpired && (
              <Anchor component={Link} to="/account/login-link" inherit underline="always">
                {t('auth:login_link.expired_action')}
              </Anchor>
            )
          }
        />
        <Button size="md" fullWidth loading={enter.isPending} onClick={() => enter.mutate()}>
          {t('auth:login_link.enter')}
        </Button>
      </Stack>
    </AuthFrame>
  );
}

function RequestLink({ email }: { email: string }) {
  const t = useTexts();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { formProps, field, isBusy, failure } = useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth/calls.ts')).sendLoginLink.body,
    initial: { email },
    submit: async (body) => {
      await callPublic('POST /api/v1/Account/SendLoginLink', { body: { ...body, clientHost: location.origin } });
      setSentTo(body.email.trim());
    },
  });
  if (sentTo !== null) {
    return (
      <AuthFrame title={t('auth:login_link.sent')} footer={<BackToLogin />}>
        <Stack role="status">
          <Text>{t('auth:login_link.sent_text', { email: sentTo })}</Text>
          <Button variant="default" onClick={() => setSentTo(null)}>
            {t('auth:login_link.again')}
          </Button>
        </Stack>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('auth:login_link.heading')} state={t('auth:login_link.state')} footer={<BackToLogin />}>
      <form {...formProps}>
        <Stack>
          <TextInput label={t('auth:email')} type="email" autoComplete="username" size="md" {...field('email')} />
          <FormFailure error={failure} />
          <Button type="submit" size="md" loading={isBusy} fullWidth>
            {t('auth:login_link.submit')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}

function BackToLogin() {
  const t = useTexts();
  return (
    <Anchor component={Link} to="/account/login" inherit underline="always">
      {t('auth:back_to_login')}
    </Anchor>
  );
}
