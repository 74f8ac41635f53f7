import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CabinetMember, Invitation } from '#contract/auth/members.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { logOut } from '#web/lib/api/session.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** A row of the list: a member, or an invitation that nobody accepted yet. */
export type Person = ({ kind: 'member' } & CabinetMember) | ({ kind: 'invitation' } & Invitation);

export const useMembers = () =>
  useQuery({ queryKey: ['auth', 'members'], queryFn: () => call('GET /api/v1/Account/Members') });

export function useRefreshMembers() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['auth', 'members'] });
}

/** Changes of one row, done at once or after a confirmation. */
export function useMemberChanges() {
  const t = useTexts();
  const refresh = useRefreshMembers();
  const options = (done: string) => ({
    onSuccess: () => void toast.success({ title: done }),
    onError: (error: Error) => void toast.error({ title: problemText(error, t) }),
    onSettled: refresh,
  });
  const makeStaff = useMutation({
    mutationFn: ({ id }: CabinetMember) =>
      call('PUT /api/v1/Account/Members/:memberId/Role', { params: { memberId: id }, body: { role: 'staff' } }),
    ...options(t('members:role_changed')),
  });
  const remove = useMutation({
    mutationFn: async ({ id, isYou }: CabinetMember) => {
      await call('DELETE /api/v1/Account/Members/:memberId', { params: { memberId: id } });
      if (isYou) await logOut({ revoke: false });
    },
    ...options(t('members:removed')),
  });
  const resend = useMutation({
    mutationFn: ({ id }: Invitation) =>
      call('POST /api/v1/Account/Invitations/:invitationId/Resend', { params: { invitationId: id } }),
    ...options(t('members:sent')),
  });
  const withdraw = useMutation({
    mutationFn: ({ id }: Invitation) =>
      call('DELETE /api/v1/Account/Invitations/:invitationId', { params: { invitationId: id } }),
    ...options(t('members:withdrawn')),
  });
  return { makeStaff, remove, resend, withdraw };
}
