import { Button, Card, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/lib/api/api.ts';
import { loadSession, useCurrentUser } from '#web/lib/api/session.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { useCountdown } from '#web/lib/format/use-countdown.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';

type Sent = { secondsLeft: number; codesLeft: number; readAt: number };

/** Confirms the member's phone with a code that is texted to it. */
export function PhoneConfirmCard() {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  const { phoneNumber } = useCurrentUser();
  const [sent, setSent] = useState<Sent | null>(null);
  const send = useMutation({
    mutationFn: () => call('POST /api/v1/Account/Phone/SendCode'),
    onSuccess: (reply) => setSent({ ...reply, readAt: Date.now() }),
  });
  return (
    <Card component="section" aria-label={t('members:phone.title')}>
      <Title order={2} fz="md">
        {t('members:phone.title')}
      </Title>
      <Text c="dimmed" mb="md">
        {t('members:phone.text', { phone: phoneNumber ? formatPhone(phoneNumber) : '' })}
      </Text>
      {sent && <CodeForm key={sent.readAt} sent={sent} />}
      <FormFailure error={send.error} />
      <Button mt="sm" variant={sent ? 'subtle' : 'default'} loading={send.isPending} onClick={() => send.mutate()}>
        {t(sent ? 'members:phone.again' : 'members:phone.send')}
      </Button>
    </Card>
  );
}

function CodeForm({ sent }: { sent: Sent }) {
  const t = useTexts();
  const left = useCountdown(sent.secondsLeft, sent.readAt);
  const form = useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth/phone.ts')).confirmPhone.body,
    initial: { code: '' },
    submit: async (body) => {
      await call('POST /api/v1/Account/Phone/Confirm', { body });
      toast.success({ title: t('members:phone.done') });
      await loadSession();
    },
  });
  const state = left > 0 ? t('members:phone.left', { seconds: left }) : t('members:phone.over');
  return (
    <FormBody form={form} submit={t('members:phone.submit')}>
      <TextInput
        label={t('members:phone.code')}
        description={`${state}. ${t('members:phone.codes_left', { count: sent.codesLeft })}`}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.field('code')}
      />
    </FormBody>
  );
}
