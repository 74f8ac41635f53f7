import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useContractForm } from '#web/lib/form.ts';
import { FormFailure } from '#web/lib/FormFailure.tsx';
import { useTexts } from '#web/lib/i18n.ts';
import { FormActions } from '#web/ui/FormActions.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useProfile } from './use-profile.ts';

export function EmailForm({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const profile = useProfile();
  const { formProps, field, isBusy, failure } = useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth.ts')).changeEmail.body,
    initial: { email: '', password: '' },
    check: ({ password }) => ({ password: password === '' ? 'required' : undefined }),
    submit: async (values) => {
      await profile.changeEmail(values);
      toast.success({ title: t('auth.profile.email_changed') });
      onDone();
    },
  });
  return (
    <form {...formProps}>
      <Stack>
        <TextInput label={t('auth.profile.email_new')} type="email" autoComplete="email" {...field('email')} />
        <PasswordInput
          label={t('auth.profile.email_password')}
          description={t('auth.profile.email_password_help')}
          autoComplete="current-password"
          {...field('password')}
        />
        <FormFailure error={failure} />
        <FormActions>
          <Button type="submit" loading={isBusy}>
            {t('auth.profile.email_submit')}
          </Button>
        </FormActions>
      </Stack>
    </form>
  );
}
