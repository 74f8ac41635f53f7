import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { setUpSecondFactor } from '#contract/auth/second-factor.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { QrPicture } from '#web/ui/preview/QrPicture.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './second-factor.module.css';

type Secret = ReplyOf<typeof setUpSecondFactor>;

/** Sets the second factor up in three steps: the password, a code of the app, the recovery codes. */
export function SetUp({ onDone }: { onDone: () => void }) {
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (secret) return <Confirm secret={secret} onConfirmed={setCodes} />;
  return <PasswordStep onStarted={setSecret} />;
}

function PasswordStep({ onStarted }: { onStarted: (secret: Secret) => void }) {
  const t = useTexts();
  const form = useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth/second-factor.ts')).setUpSecondFactor.body,
    initial: { password: '' },
    submit: async (body) => onStarted(await call('POST /api/v1/Account/SecondFactor/SetUp', { body })),
  });
  return (
    <FormBody form={form} submit={t('members:factor.next')}>
      <PasswordInput
        label={t('members:factor.password')}
        description={t('members:factor.password_help')}
        autoComplete="current-password"
        {...form.field('password')}
      />
    </FormBody>
  );
}

function Confirm({ secret, onConfirmed }: { secret: Secret; onConfirmed: (codes: readonly string[]) => void }) {
  const t = useTexts();
  const isMobile = useIsMobile();
  const form = useContractForm({
    schema: async () => (await import('#contract/auth/second-factor.ts')).confirmSecondFactor.body,
    initial: { code: '' },
    submit: async (body) => {
      const { recoveryCodes } = await call('POST /api/v1/Account/SecondFactor/Confirm', { body });
      onConfirmed(recoveryCodes);
    },
  });
  return (
    <FormBody form={form} submit={t('members:factor.confirm')}>
      <Text>{t('members:factor.scan')}</Text>
      <Stack align="center">
        <QrPicture className={classes.qr} text={secret.uri} label={t('members:factor.qr')} />
        {isMobile && (
          <Button component="a" href={secret.uri} variant="light" fullWidth>
            {t('members:factor.open_app')}
          </Button>
        )}
      </Stack>
      <CopyField label={t('members:factor.secret')} value={secret.secret} />
      <TextInput
        label={t('members:factor.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.field('code')}
      />
    </FormBody>
  );
}
