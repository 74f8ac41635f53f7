import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CHANNEL_TROUBLES } from '#contract/channels/values.ts';
import type { Pairing } from '#contract/channels/pairing.ts';
import { CheckFailure } from '#web/lib/api/CheckFailure.tsx';
import { useSession } from '#web/lib/api/session.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { copyValue } from '#web/ui/fields/CopyField.tsx';
import { useWords } from '#web/ui/words.tsx';
import classes from '#web/channels/Pairing.module.css';
import { clockOf } from './clock.ts';
import { useCountdown } from '#web/lib/format/use-countdown.ts';
import { useRequestPhoneCode } from './use-pairing.ts';

type Props = {
  pairing: Pairing;
  /** When it was read, by this machine's clock. */
  readAt: number;
};

/** Links a phone by a code that is entered on it: asks for its number, then shows the code. */
export function PhoneCode({ pairing, readAt }: Props) {
  const [isOtherPhone, setOtherPhone] = useState(false);
  const { phoneCode, channelId } = pairing;
  if (phoneCode && !isOtherPhone)
    return (
      <ShownCode phoneCode={phoneCode} channelId={channelId} readAt={readAt} onOtherPhone={() => setOtherPhone(true)} />
    );
  return <PhoneForm pairing={pairing} onRequested={() => setOtherPhone(false)} />;
}

function PhoneForm({ pairing, onRequested }: { pairing: Pairing; onRequested: () => void }) {
  const t = useTexts();
  const session = useSession();
  const request = useRequestPhoneCode(pairing.channelId);
  const own = session.isAuthenticated ? session.user.phoneNumber : null;
  const form = useContractForm({
    schema: async () => (await import('#contract/channels/pairing.ts')).requestPhoneCode.body,
    initial: { phone: pairing.address || (own ?? '') },
    submit: async (values) => {
      await request.mutateAsync(values.phone);
      onRequested();
    },
  });
  return (
    <FormBody form={form} submit={t('channels:phone_code.request')} failure={<CodeFailure error={form.failure} />}>
      <TextInput
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        label={t('channels:phone_code.phone')}
        description={t('channels:phone_code.phone_help')}
        {...form.field('phone')}
      />
    </FormBody>
  );
}

type ShownProps = Pick<Pairing, 'channelId'> & {
  phoneCode: NonNullable<Pairing['phoneCode']>;
  readAt: number;
  onOtherPhone: () => void;
};

function ShownCode({ phoneCode: { phone, code, secondsLeft }, channelId, readAt, onOtherPhone }: ShownProps) {
  const t = useTexts();
  const words = useWords();
  const formatPhone = useFormatPhone();
  const request = useRequestPhoneCode(channelId);
  const left = useCountdown(secondsLeft, readAt);
  return (
    <Stack gap="xs">
      <output className={classes.phoneCode} aria-label={t('channels:phone_code.code')}>
        {code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code}
      </output>
      <Text>{t('channels:phone_code.enter', { phone: formatPhone(phone) })}</Text>
      <Text size="sm" c="dimmed">
        {t('channels:phone_code.time_left', { time: clockOf(left) })}
      </Text>
      <CodeFailure error={request.error} />
      <Group gap="xs">
        <Button variant="default" onClick={() => void copyValue(code, words)}>
          {words('copy')}
        </Button>
        <Button variant="default" loading={request.isPending} onClick={() => request.mutate(phone)}>
          {t('channels:pairing.new_code')}
        </Button>
        <Button variant="subtle" onClick={onOtherPhone}>
          {t('channels:phone_code.other_phone')}
        </Button>
      </Group>
    </Stack>
  );
}

function CodeFailure({ error }: { error: unknown }) {
  const t = useTexts();
  return (
    <CheckFailure
      error={error}
      code="pairing.code_not_sent"
      troubles={CHANNEL_TROUBLES}
      words={(trouble, text) => ({
        title: t('channels:phone_code.refused.title'),
        todo:
          trouble === 'phone_refused' ? t('channels:phone_code.refused.todo') : t(`channels:trouble.${trouble}.todo`),
        note: t('channels:provider_says', { text }),
      })}
    />
  );
}
