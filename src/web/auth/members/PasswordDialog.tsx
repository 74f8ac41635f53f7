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
  /** `owner` makes the member an owner; `hand_over` makes the caller staff too; `reset` ends the second factor. */
  what: 'owner' | 'hand_over' | 'reset';
  onClose: () => void;
};

/** A change of a member that needs the caller's password. */
export function PasswordDialog({ member, what, onClose }: Props) {
  const t = useTexts();
  const refresh = useRefreshMembers();
  const name = member.name || member.email;
  const words = useWordsOf(what, name);
  const form = useContractForm({
    schema: async () => (await import('#contract/auth/members.ts')).handOverCabinet.body,
    initial: { password: '' },
    submit: async ({ password }) => {
      const params = { memberId: member.id };
      if (what === 'owner')
        await call('PUT /api/v1/Account/Members/:memberId/Role', { params, body: { role: 'owner', password } });
      if (what === 'hand_over')
        await call('POST /api/v1/Account/Members/:memberId/HandOver', { params, body: { password } });
      if (what === 'reset')
        await call('POST /api/v1/Account/Members/:memberId/ResetSecondFactor', { params, body: { password } });
      // NOTE: what the caller may see is other than before
      if (what === 'hand_over') return location.assign('/account/profile');
      toast.success({ title: words.done });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={words.title} onClose={onClose}>
      <FormBody form={form} isDialog submit={words.submit}>
        <Text>{words.text}</Text>
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

function useWordsOf(what: Props['what'], name: string) {
  const t = useTexts();
  if (what === 'reset') {
    return {
      title: t('members:factor.reset_title', { name }),
      text: t('members:factor.reset_text'),
      submit: t('members:factor.reset'),
      done: t('members:factor.reset_done'),
    };
  }
  return {
    title: t(`members:${what}_title`, { name }),
    text: t(`members:${what}_text`),
    submit: t(what === 'owner' ? 'members:make_owner' : 'members:hand_over'),
    done: t('members:role_changed'),
  };
}
