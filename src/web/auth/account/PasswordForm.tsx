import { PasswordInput } from '@mantine/core';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { NewPassword } from '#web/auth/registration/NewPassword.tsx';
import { reasonOfRepeat } from '#web/auth/field-reasons.ts';
import { useProfile } from './use-profile.ts';

export function PasswordForm({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const profile = useProfile();
  const form = useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth/calls.ts')).changePassword.body,
    initial: { currentPassword: '', newPassword: '', confirmPassword: '' },
    check: ({ currentPassword, newPassword, confirmPassword }) => ({
      currentPassword: currentPassword === '' ? 'required' : undefined,
      confirmPassword: reasonOfRepeat(newPassword, confirmPassword),
    }),
    submit: async (values) => {
      await profile.changePassword(values);
      toast.success({ title: t('auth:profile.password_changed') });
      onDone();
    },
  });
  return (
    <FormBody form={form} submit={t('auth:profile.password_submit')} failed={t('auth:failed.password')}>
      <PasswordInput
        label={t('auth:profile.password_current')}
        autoComplete="current-password"
        {...form.field('currentPassword')}
      />
      <NewPassword isChange password={form.field('newPassword')} repeat={form.field('confirmPassword')} />
    </FormBody>
  );
}
