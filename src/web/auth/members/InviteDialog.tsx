import { NativeSelect, PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { MEMBER_ROLES } from '#contract/auth/values.ts';
import { call } from '#web/lib/api/api.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { brand } from '#web/lib/pages/brand.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { useRefreshMembers } from './use-members.ts';

/** Invites a person by e-mail; inviting an owner asks for the password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const refresh = useRefreshMembers();
  const form = useContractForm({
    schema: async () => (await import('#contract/auth/members.ts')).inviteMember.body,
    initial: { email: '', role: 'staff' as (typeof MEMBER_ROLES)[number], language: useLanguage(), password: '' },
    secrets: ['password'],
    submit: async (body) => {
      const { email } = await call('POST /api/v1/Account/Invitations', { body });
      toast.success({ title: t('members:sent'), description: t('members:sent_to', { email }) });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={t('members:invite_title')} onClose={onClose}>
      <FormBody form={form} isDialog submit={t('members:submit')}>
        <TextInput
          label={t('auth:email')}
          description={t('members:email_help')}
          type="email"
          autoComplete="off"
          data-autofocus
          {...form.field('email')}
        />
        <Radio.Group label={t('members:column.role')} {...form.field('role')}>
          <Stack gap={8} mt={8}>
            {MEMBER_ROLES.toReversed().map((role) => (
              <Radio
                key={role}
                value={role}
                label={t(`members:role.${role}`)}
                description={t(`members:role_help.${role}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {form.form.values.role === 'owner' && (
          <PasswordInput
            label={t('members:password')}
            description={t('members:password_help')}
            autoComplete="current-password"
            {...form.field('password')}
          />
        )}
        {brand.languages.length > 1 && (
          <NativeSelect
            label={t('members:language')}
            data={brand.languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            {...form.field('language')}
          />
        )}
      </FormBody>
    </Dialog>
  );
}
