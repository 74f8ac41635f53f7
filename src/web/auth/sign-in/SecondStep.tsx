import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { callPublic } from '#web/lib/api/api.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { signIn } from '#web/lib/api/session.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';

type Props = {
  ticket: string;
  onDone: () => Promise<void>;
  /** Begins the sign-in again. */
  onBack: () => void;
};

/** The code after the password: of the app, or one for recovery. */
export function SecondStep({ ticket, onDone, onBack }: Props) {
  const t = useTexts();
  const { formProps, field, isBusy, failure } = useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth/second-factor.ts')).passSecondFactor.body,
    initial: { code: '' },
    asBody: ({ code }) => ({ ticket, code }),
    submit: async ({ code }) => {
      await signIn(await callPublic('POST /api/v1/account/SecondFactor', { body: { ticket, code } }));
      await onDone();
    },
  });
  const isOver = isRefused(failure, 'auth.second_factor_ticket_over');
  return (
    <form {...formProps}>
      <Stack>
        <Text>{t('auth:second_step.state')}</Text>
        <TextInput
          label={t('auth:second_step.code')}
          description={t('auth:second_step.recovery')}
          size="md"
          autoComplete="one-time-code"
          inputMode="text"
          {...field('code')}
        />
        <FormFailure error={failure} />
        <Button type="submit" size="md" loading={isBusy} disabled={isOver} fullWidth>
          {t('auth:second_step.submit')}
        </Button>
        <Anchor component="button" type="button" size="sm" py="xs" my={-8} onClick={onBack}>
          {t('auth:second_step.back')}
        </Anchor>
      </Stack>
    </form>
  );
}
