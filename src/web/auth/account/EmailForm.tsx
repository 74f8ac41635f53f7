import { PasswordInput, TextInput } from '@mantine/core';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useProfile } from './use-profile.ts';

export function EmailForm({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const profile = useProfile();
  const form = useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth/calls.ts')).changeEmail.body,
    initial: { email: '', password: '' },
    check: ({ password }) => ({ password: password === '' ? 'required' : undefined }),
    submit: async (values) => {
      await profile.changeEmail(values);
      toast.success({ title: t('auth:profile.email_changed') });
      onDone();
    },
  });
  return (
    <FormBody form={form} submit={t('auth:profile.email_submit')} failed={t('auth:failed.email')}>
      <TextInput label={t('auth:profile.email_new')} type="email" autoComplete="email" {...form.field('email')} />
      <PasswordInput
        label={t('auth:profile.email_password')}
        description={t('auth:profile.email_password_help')}
        autoComplete="current-password"
        {...form.field('password')}
      />
    </FormBody>
  );
}
