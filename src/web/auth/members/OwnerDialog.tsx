import { PasswordInput, Text } from '@mantine/core';
import type { CabinetMember } from '#contract/auth/members.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { useRefreshMembers } from './use-members.ts';

type Props = {
  member: CabinetMember;
  /** The caller becomes staff. */
  isHandOver: boolean;
  onClose: () => void;
};

/** Makes a member an owner after the caller's password; reloads the page where the caller's own rights change. */
export function OwnerDialog({ member, isHandOver, onClose }: Props) {
  const t = useTexts();
  const refresh = useRefreshMembers();
  const name = member.name || member.email;
  const what = isHandOver ? 'hand_over' : 'owner';
  const form = useContractForm({
    schema: async () => (await import('#contract/auth/members.ts')).handOverCabinet.body,
    initial: { password: '' },
    submit: async ({ password }) => {
      const params = { memberId: member.id };
      if (isHandOver) {
        await call('POST /api/v1/Account/Members/:memberId/HandOver', { params, body: { password } });
        location.assign('/account/profile'); // NOTE: what the caller may see is other than before
        return;
      }
      await call('PUT /api/v1/Account/Members/:memberId/Role', { params, body: { role: 'owner', password } });
      toast.success({ title: t('members:role_changed') });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={t(`members:${what}_title`, { name })} onClose={onClose}>
      <FormBody form={form} isDialog submit={t(isHandOver ? 'members:hand_over' : 'members:make_owner')}>
        <Text>{t(`members:${what}_text`)}</Text>
        <PasswordInput
          label={t('members:password')}
          description={t('members:password_help')}
          autoComplete="current-password"
          data-autofocus
          {...form.field('password')}
        />
      </FormBody>
    </Dialog>
  );
}
