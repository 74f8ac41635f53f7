import { Button, Select } from '@mantine/core';
import type { PayOfCabinet } from '#contract/admin/pays.ts';
import type { ManagerId } from '#contract/admin/people.ts';
import type { AdminUser } from '#contract/admin/calls.ts';
import { TARIFFS } from '#contract/billing/tariffs.ts';
import { useManagers } from '#web/admin/use-admin.ts';
import { tariffName } from '#web/billing/billing-words.ts';
import { countIn, idIn, textIn, wordIn } from '#web/lib/api/known.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { payColumns } from './pay-words.tsx';
import { successChips } from './success-chips.ts';
import { useAllPays } from './use-pays.ts';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  search: textIn(search['search']),
  success: wordIn(['true', 'false'] as const, String(search['success'])),
  tariff: countIn(search['tariff']),
  managerId: idIn<ManagerId>(search['managerId']),
  userId: idIn<AdminUser['id']>(search['userId']),
});

/** Route: /admin/pays; `userId` leaves the payments of that person's cabinet. */
export function PaysPage() {
  const t = useTexts();
  const format = useFormat();
  const [filters, change] = useUrlState(readSearch);
  const { search, success, tariff, managerId, userId } = filters;
  const pays = useAllPays({ ...filters, search: search || undefined });
  const managers = useManagers();
  const isFiltered = [search, success, tariff, managerId, userId].some((value) => value !== undefined);
  const clear = () =>
    change({ search: undefined, success: undefined, tariff: undefined, managerId: undefined, userId: undefined });
  const columns: Column<PayOfCabinet>[] = [
    { key: 'user', title: t('pays:column.user'), isMain: true, cell: ({ email }) => email },
    ...payColumns<PayOfCabinet>(t, format).map(({ isMain: _isMain, ...column }) => column),
  ];
  const tariffField = (
    <Select
      aria-label={t('pays:field.tariff')}
      placeholder={t('pays:tariff_any')}
      clearable
      searchable
      value={tariff === undefined ? null : String(tariff)}
      data={TARIFFS.map(({ id }) => ({ value: String(id), label: tariffName(id, t) }))}
      onChange={(value) => change({ tariff: value === null ? undefined : Number(value) })}
    />
  );
  const managerField = (
    <Select
      aria-label={t('pays:field.managerId')}
      placeholder={t('pays:manager_any')}
      clearable
      value={managerId ?? null}
      data={(managers.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(value) => change({ managerId: idIn<ManagerId>(value) })}
    />
  );
  return (
    <>
      <PageHead title={t('pays:all')} state={userId ? t('pays:of_cabinet') : undefined} />
      <ListTools
        search={{
          value: search ?? '',
          placeholder: t('pays:search'),
          onChange: (value) => change({ search: value || undefined }),
        }}
        chips={successChips(t, success, (value) => change({ success: value }))}
        filters={[
          { label: t('pays:field.tariff'), isOn: tariff !== undefined, field: tariffField },
          { label: t('pays:field.managerId'), isOn: managerId !== undefined, field: managerField },
        ]}
        {...(isFiltered && { onClear: clear })}
      />
      <DataList
        label={t('pays:all')}
        rows={pays.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ email }) => email}
        columns={columns}
        paging={pays}
        linkTo={({ userId: id }) =>
          id ? { to: '/admin/users/$userId', params: { userId: id } } : { to: '/admin/users' }
        }
        empty={
          <EmptyState
            text={t(isFiltered ? 'pays:none_found' : 'pays:none')}
            action={isFiltered && <Button onClick={clear}>{t('pays:clear')}</Button>}
          />
        }
      />
    </>
  );
}
