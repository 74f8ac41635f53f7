import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ListedUser } from '#contract/admin/calls.ts';
import { CABINET_STATES } from '#contract/admin/values.ts';
import { TARIFFS } from '#contract/billing/tariffs.ts';
import { useUsers } from '#web/admin/use-admin.ts';
import { tariffName } from '#web/billing/billing-words.ts';
import { countIn, textIn, wordIn } from '#web/lib/api/known.ts';
import { type Format, useFormat } from '#web/lib/format/format.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { type Text as Texts, useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { type Filter, ListTools } from '#web/ui/lists/ListTools.tsx';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  search: textIn(search['search']),
  state: wordIn(CABINET_STATES, search['state']),
  tariff: countIn(search['tariff']),
});

/** Route: /admin/users */
export function UsersPage() {
  const t = useTexts();
  const format = useFormat();
  const phone = useFormatPhone();
  const [{ search, state, tariff }, change] = useUrlState(readSearch);
  const users = useUsers({ search: search || undefined, state, tariff });
  const { items = [], total = null } = users.data ?? {};
  const isFiltered = Boolean(search) || state !== undefined || tariff !== undefined;
  const clear = () => change({ search: undefined, state: undefined, tariff: undefined });
  return (
    <>
      <PageHead
        title={t('admin:users.title')}
        state={t('admin:users.lead')}
        action={
          <Group gap="xs">
            <Button component={Link} to="/admin/support" variant="default">
              {t('admin:users.support')}
            </Button>
            <Button component={Link} to="/admin/audit" variant="default">
              {t('admin:users.log')}
            </Button>
            <Button component={Link} to="/admin/status" variant="default">
              {t('admin:status.title')}
            </Button>
            <Button component={Link} to="/admin/managers" variant="default">
              {t('admin:people.title')}
            </Button>
          </Group>
        }
      />
      <ListTools
        search={{
          value: search ?? '',
          placeholder: t('admin:users.search'),
          onChange: (value) => change({ search: value || undefined }),
        }}
        filters={filtersOf({ state, tariff }, change, t)}
        {...(isFiltered && { onClear: clear })}
      />
      {total && (
        <Text c="dimmed" size="sm" mb="xs" role="status">
          {t('admin:users.found', { amount: `${format.number(total.count)}${total.isMore ? '+' : ''}` })}
        </Text>
      )}
      <DataList
        label={t('admin:users.title')}
        rows={items}
        rowKey={({ id }) => id}
        rowName={({ email }) => email}
        columns={columnsOf(t, format, phone)}
        paging={users}
        linkTo={({ id }) => ({ to: '/admin/users/$userId', params: { userId: id } })}
        empty={
          <EmptyState text={t('admin:users.none')} action={<Button onClick={clear}>{t('admin:users.all')}</Button>} />
        }
      />
    </>
  );
}

type State = ReturnType<typeof readSearch>;

function filtersOf(
  { state, tariff }: Pick<State, 'state' | 'tariff'>,
  change: (next: Partial<State>) => void,
  t: Texts,
): Filter[] {
  return [
    {
      label: t('admin:users.state'),
      isOn: state !== undefined,
      field: (
        <NativeSelect
          aria-label={t('admin:users.state')}
          value={state ?? ''}
          data={[
            { value: '', label: t('admin:users.any_state') },
            ...CABINET_STATES.map((value) => ({ value, label: t(`admin:cabinet_state.${value}`) })),
          ]}
          onChange={({ currentTarget }) => change({ state: wordIn(CABINET_STATES, currentTarget.value) })}
        />
      ),
    },
    {
      label: t('admin:users.tariff'),
      isOn: tariff !== undefined,
      field: (
        <NativeSelect
          aria-label={t('admin:users.tariff')}
          value={tariff === undefined ? '' : String(tariff)}
          data={[
            { value: '', label: t('admin:users.any_tariff') },
            ...TARIFFS.map(({ id }) => ({ value: String(id), label: tariffName(id, t) })),
          ]}
          onChange={({ currentTarget }) => change({ tariff: countIn(currentTarget.value) })}
        />
      ),
    },
  ];
}

const columnsOf = (t: Texts, format: Format, written: (phone: string) => string): Column<ListedUser>[] => [
  { key: 'email', title: t('admin:field.email'), isMain: true, cell: ({ email }) => email },
  { key: 'name', title: t('admin:field.fullName'), cell: ({ fullName }) => fullName },
  { key: 'phone', title: t('admin:field.phone'), isBrief: true, cell: ({ phone }) => phone && written(phone) },
  {
    key: 'state',
    title: t('admin:users.state'),
    cell: ({ state, until, tariffIds }) => (
      <>
        {t(`admin:cabinet_state.${state}`)}
        {until && (
          <Text span size="sm" c="dimmed" display="block">
            {[t('admin:users.until', { date: format.date(until) }), ...tariffIds.map((id) => tariffName(id, t))].join(
              ' · ',
            )}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'messages',
    title: t('admin:field.availableMessagesCount'),
    isNumeric: true,
    from: 'medium',
    cell: ({ availableMessagesCount }) => format.number(availableMessagesCount),
  },
  {
    key: 'created',
    title: t('admin:field.createdAt'),
    isBrief: true,
    from: 'wide',
    cell: ({ createdAt }) => format.date(createdAt),
  },
];
