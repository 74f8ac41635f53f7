import { TextInput } from '@mantine/core';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { reasonOfPhone } from '#web/auth/field-reasons.ts';
import { useProfile } from './use-profile.ts';

export function PhoneForm({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const profile = useProfile();
  const { countryId } = useCurrentUser();
  const form = useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth/calls.ts')).changePhone.body,
    initial: { phone: '' },
    check: async ({ phone }) => ({ phone: await reasonOfPhone(phone, countryId) }),
    submit: async (values) => {
      await profile.changePhone(values);
      toast.success({ title: t('auth:profile.phone_changed') });
      onDone();
    },
  });
  return (
    <FormBody form={form} submit={t('auth:profile.phone_submit')} failed={t('auth:failed.phone')}>
      <TextInput label={t('auth:phone')} type="tel" autoComplete="tel" {...form.field('phone')} />
    </FormBody>
  );
}
