import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useRefreshSecondFactor } from './use-second-factor.ts';

type Props = { what: 'turn_off' | 'renew'; onClose: () => void };

/** Turns the second factor off, or makes new recovery codes, after password and code. */
export function FactorDialog({ what, onClose }: Props) {
  const t = useTexts();
  const refresh = useRefreshSecondFactor();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const form = useContractForm({
    schema: async () => (await import('#contract/auth/second-factor.ts')).turnOffSecondFactor.body,
    initial: { password: '', code: '' },
    submit: async (body) => {
      if (what === 'renew') {
        const { recoveryCodes } = await call('POST /api/v1/Account/SecondFactor/RecoveryCodes', { body });
        setCodes(recoveryCodes);
      } else {
        await call('POST /api/v1/Account/SecondFactor/TurnOff', { body });
        toast.success({ title: t('members:factor.off_done') });
        onClose();
      }
      await refresh();
    },
  });
  return (
    <Dialog title={t(`members:factor.${what}`)} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <FormBody form={form} isDialog submit={t(`members:factor.${what}`)}>
          {what === 'turn_off' && <Text>{t('members:factor.off_text')}</Text>}
          <PasswordInput
            label={t('members:factor.password')}
            description={t('members:factor.password_help')}
            autoComplete="current-password"
            data-autofocus
            {...form.field('password')}
          />
          <TextInput label={t('members:factor.any_code')} autoComplete="one-time-code" {...form.field('code')} />
        </FormBody>
      )}
    </Dialog>
  );
}
