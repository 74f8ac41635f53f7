import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminUser } from '#contract/admin/calls.ts';
import type { SupportSessionId } from '#contract/auth/support.ts';
import type { AuditFilter } from '#web/auth/audit/AuditList.tsx';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

type UserId = AdminUser['id'];

export const useSupportSessions = () =>
  useInfiniteQuery(
    pagesQuery(['admin', 'support'], (cursor) => call('GET /api/v1/Admin/SupportSessions', { query: { cursor } })),
  );

export function useStopSupport() {
  const t = useTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (supportSessionId: SupportSessionId) =>
      call('POST /api/v1/Admin/SupportSessions/:supportSessionId/End', { params: { supportSessionId } }),
    onSuccess: () => void toast.success({ title: t('audit:support.ended') }),
    onError: (error) => void toast.error({ title: problemText(error, t) }),
    onSettled: () => invalidateRoom(queryClient, 'admin'),
  });
}

export const useUserAudit = (userId: UserId, filter: AuditFilter) =>
  useInfiniteQuery(
    pagesQuery(['admin', 'audit', userId, filter], (cursor) =>
      call('GET /api/v1/Admin/Users/:userId/Audit', { params: { userId }, query: { cursor, ...filter } }),
    ),
  );

export const useAllAudit = ({ area }: Pick<AuditFilter, 'area'>) =>
  useInfiniteQuery(
    pagesQuery(['admin', 'audit', { area }], (cursor) => call('GET /api/v1/Admin/Audit', { query: { cursor, area } })),
  );
