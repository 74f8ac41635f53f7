import { Button, Stack, TextInput } from '@mantine/core';
import { countryCode } from '#contract/countries.ts';
import { useContractForm } from '#web/lib/form.ts';
import { FormFailure } from '#web/lib/FormFailure.tsx';
import { useTexts } from '#web/lib/i18n.ts';
import { readPhone } from '#web/lib/phone.ts';
import { useCurrentUser } from '#web/lib/session.ts';
import { FormActions } from '#web/ui/FormActions.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useProfile } from './use-profile.ts';

export function PhoneForm({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const profile = useProfile();
  const { countryId } = useCurrentUser();
  const { formProps, field, isBusy, failure } = useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth.ts')).changePhone.body,
    initial: { phone: '' },
    checkLate: async ({ phone }) => ((await readPhone(phone, countryCode(countryId))) ? {} : { phone: 'phone' }),
    submit: async (values) => {
      await profile.changePhone(values);
      toast.success({ title: t('auth.profile.phone_changed') });
      onDone();
    },
  });
  return (
    <form {...formProps}>
      <Stack>
        <TextInput label={t('auth.phone')} type="tel" autoComplete="tel" {...field('phone')} />
        <FormFailure error={failure} />
        <FormActions>
          <Button type="submit" loading={isBusy}>
            {t('auth.profile.phone_submit')}
          </Button>
        </FormActions>
      </Stack>
    </form>
  );
}
