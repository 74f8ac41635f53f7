import { Button, PasswordInput, Stack } from '@mantine/core';
import { useContractForm } from '#web/lib/form.ts';
import { FormFailure } from '#web/lib/FormFailure.tsx';
import { useTexts } from '#web/lib/i18n.ts';
import { FormActions } from '#web/ui/FormActions.tsx';
import { toast } from '#web/ui/toasts.ts';
import { reasonOfRepeat } from './repeated-password.ts';
import { useProfile } from './use-profile.ts';

export function PasswordForm({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const profile = useProfile();
  const { formProps, field, isBusy, failure } = useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth.ts')).changePassword.body,
    initial: { currentPassword: '', newPassword: '', confirmPassword: '' },
    check: ({ currentPassword, newPassword, confirmPassword }) => ({
      currentPassword: currentPassword === '' ? 'required' : undefined,
      confirmPassword: reasonOfRepeat(newPassword, confirmPassword),
    }),
    submit: async (values) => {
      await profile.changePassword(values);
      toast.success({ title: t('auth.profile.password_changed') });
      onDone();
    },
  });
  return (
    <form {...formProps}>
      <Stack>
        <PasswordInput
          label={t('auth.profile.password_current')}
          autoComplete="current-password"
          {...field('currentPassword')}
        />
        <PasswordInput
          label={t('auth.reset.new_password')}
          description={t('auth.password_help')}
          autoComplete="new-password"
          {...field('newPassword')}
        />
        <PasswordInput
          label={t('auth.reset.confirm_password')}
          autoComplete="new-password"
          {...field('confirmPassword')}
        />
        <FormFailure error={failure} />
        <FormActions>
          <Button type="submit" loading={isBusy}>
            {t('auth.profile.password_submit')}
          </Button>
        </FormActions>
      </Stack>
    </form>
  );
}
