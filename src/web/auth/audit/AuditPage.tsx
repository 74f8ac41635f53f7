import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { useMembers } from '#web/auth/members/use-members.ts';
import { SupportSwitch } from '#web/auth/support/SupportSwitch.tsx';
import { type AuditFilter, AuditList, useAuditFilter } from './AuditList.tsx';

const useAudit = (filter: AuditFilter) =>
  useInfiniteQuery(
    pagesQuery(['auth', 'audit', filter], (cursor) =>
      call('GET /api/v1/Account/Audit', { query: { cursor, ...filter } }),
    ),
  );

/** Route: /account/audit */
export function AuditPage() {
  const t = useTexts();
  const { filter, set } = useAuditFilter();
  const entries = useAudit(filter);
  const members = useMembers();
  const people = (members.data?.members ?? []).map(({ id, name, email }) => ({ id, name: name || email }));
  return (
    <>
      <PageHead backTo="/account/members" title={t('audit:title')} state={t('audit:state')} />
      <AuditList entries={entries} filter={filter} onFilter={set} people={people} />
      <SupportSwitch />
    </>
  );
}
