import type { AdminUser } from '#contract/admin/calls.ts';
import { useUser } from '#web/admin/use-admin.ts';
import { AuditList, useAuditFilter } from '#web/auth/audit/AuditList.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { useUserAudit } from './use-support.ts';

/** Route: /admin/users/{userId}/audit */
export function UserAuditPage() {
  const t = useTexts();
  const userId = usePathId<AdminUser['id']>('userId');
  const user = useUser(userId);
  const { filter, set } = useAuditFilter();
  const entries = useUserAudit(userId, filter);
  return (
    <>
      <PageHead backTo={`/admin/users/${userId}`} title={t('audit:title')} state={user.data?.email} />
      <AuditList entries={entries} filter={filter} onFilter={set} />
    </>
  );
}
