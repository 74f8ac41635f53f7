import { Anchor, Button, Group, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CHANNEL_TROUBLES } from '#contract/channels/values.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { SignIn } from '#contract/channels/pairing-sign-in.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { CheckFailure } from '#web/lib/api/CheckFailure.tsx';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { useCountdown } from '#web/lib/format/use-countdown.ts';
import { useSignIn, useSignInSteps } from './use-sign-in.ts';

type Props = { channelId: ChannelId; expects: 'phone' | 'code' | 'password' };

/** Signs in to an account by phone, code and, where it has one, its password. */
export function SignInSteps({ channelId, expects }: Props) {
  const signIn = useSignIn(channelId);
  const [isOtherPhone, setOtherPhone] = useState(false);
  if (expects === 'password') return <PasswordStep channelId={channelId} />;
  if (signIn.isError) return <Failure error={signIn.error} onRetry={signIn.refetch} />;
  if (!signIn.data)
    return (
      <Loading>
        <Skeleton height={96} />
      </Loading>
    );
  const { phone, isCodeSent } = signIn.data;
  if (phone !== null && isCodeSent && !isOtherPhone)
    return (
      <CodeStep
        channelId={channelId}
        phone={phone}
        signIn={signIn.data}
        readAt={signIn.dataUpdatedAt}
        onOtherPhone={() => setOtherPhone(true)}
      />
    );
  return <PhoneStep channelId={channelId} known={phone ?? ''} onSent={() => setOtherPhone(false)} />;
}

const loadContract = () => import('#contract/channels/pairing-sign-in.ts');

function PhoneStep({ channelId, known, onSent }: { channelId: ChannelId; known: string; onSent: () => void }) {
  const t = useTexts();
  const { sendCode } = useSignInSteps(channelId);
  const form = useContractForm({
    schema: async () => (await loadContract()).sendSignInCode.body,
    initial: { phone: known },
    submit: async (values) => {
      await sendCode.mutateAsync(values);
      onSent();
    },
  });
  return (
    <FormBody form={form} submit={t('channels:sign_in.send_code')} failure={<SignInFailure error={form.failure} />}>
      <TextInput
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        label={t('channels:sign_in.phone')}
        description={t('channels:sign_in.phone_help')}
        {...form.field('phone')}
      />
    </FormBody>
  );
}

type CodeProps = { channelId: ChannelId; phone: string; signIn: SignIn; readAt: number; onOtherPhone: () => void };

function CodeStep({ channelId, phone, signIn, readAt, onOtherPhone }: CodeProps) {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  const { sendCode, enterCode } = useSignInSteps(channelId);
  const left = useCountdown(signIn.secondsLeft, readAt);
  const form = useContractForm({
    schema: async () => (await loadContract()).enterSignInCode.body,
    initial: { code: '' },
    focusesFirst: true,
    submit: (values) => enterCode.mutateAsync(values),
  });
  const sendAgain = () => {
    form.form.reset();
    sendCode.mutate({ phone });
  };
  return (
    <Stack>
      <Text>{t('channels:sign_in.code_sent', { phone: formatPhone(phone) })}</Text>
      {left > 0 ? (
        <FormBody
          form={form}
          submit={t('channels:sign_in.enter_code')}
          failure={<SignInFailure error={form.failure ?? sendCode.error} />}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="one-time-code"
            label={t('channels:sign_in.code')}
            description={t('channels:sign_in.seconds_left', { count: left })}
            {...form.field('code')}
          />
        </FormBody>
      ) : (
        <>
          <Text role="status">{t('channels:sign_in.code_over')}</Text>
          <SignInFailure error={sendCode.error} />
          {signIn.codesLeft > 0 ? (
            <Group>
              <Button loading={sendCode.isPending} onClick={sendAgain}>
                {t('channels:sign_in.send_again')}
              </Button>
              <Text size="sm" c="dimmed">
                {t('channels:sign_in.codes_left', { count: signIn.codesLeft })}
              </Text>
            </Group>
          ) : (
            <Text>{t('channels:sign_in.codes_spent')}</Text>
          )}
        </>
      )}
      <Anchor component="button" type="button" size="sm" onClick={onOtherPhone} style={{ alignSelf: 'start' }}>
        {t('channels:sign_in.other_phone')}
      </Anchor>
    </Stack>
  );
}

function PasswordStep({ channelId }: { channelId: ChannelId }) {
  const t = useTexts();
  const { enterPassword } = useSignInSteps(channelId);
  const form = useContractForm({
    schema: async () => (await loadContract()).enterSignInPassword.body,
    initial: { password: '' },
    focusesFirst: true,
    secrets: ['password'],
    submit: (values) => enterPassword.mutateAsync(values),
  });
  return (
    <FormBody
      form={form}
      submit={t('channels:sign_in.enter_password')}
      failure={<SignInFailure error={form.failure} />}
    >
      <PasswordInput
        autoComplete="off"
        label={t('channels:sign_in.password')}
        description={t('channels:sign_in.password_help')}
        {...form.field('password')}
      />
    </FormBody>
  );
}

/** Why a code was not sent, or an entry not accepted; where Telegram names a pause, until when. */
function SignInFailure({ error }: { error: unknown }) {
  const t = useTexts();
  const isRefusal = isRefused(error, 'pairing.refused');
  const details = isRefusal || isRefused(error, 'pairing.code_not_sent') ? error.details : {};
  const seconds = Number(details['retryAfterSeconds'] ?? 0);
  return (
    <CheckFailure
      error={error}
      code={isRefusal ? 'pairing.refused' : 'pairing.code_not_sent'}
      troubles={CHANNEL_TROUBLES}
      words={(trouble, text) => ({
        title: t(`channels:trouble.${trouble}.title`),
        todo:
          seconds > 0
            ? t('channels:sign_in.retry_after', { count: Math.ceil(seconds / 60) })
            : t(`channels:trouble.${trouble}.todo`),
        note: t('channels:provider_says', { text }),
      })}
    />
  );
}
