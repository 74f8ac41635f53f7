import { AuditList, useAuditFilter } from '#web/auth/audit/AuditList.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { useAllAudit } from './use-support.ts';

/** Route: /admin/audit */
export function AllAuditPage() {
  const t = useTexts();
  const { filter, set } = useAuditFilter();
  const entries = useAllAudit(filter);
  return (
    <>
      <PageHead backTo="/admin/users" title={t('audit:all_title')} state={t('audit:state')} />
      <AuditList entries={entries} filter={filter} onFilter={set} />
    </>
  );
}
