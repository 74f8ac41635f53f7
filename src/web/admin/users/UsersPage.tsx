import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AdminUser } from '#contract/admin/calls.ts';
import { useUsers } from '#web/admin/use-admin.ts';
import { textIn } from '#web/lib/api/known.ts';
import { type Format, useFormat } from '#web/lib/format/format.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ListTools } from '#web/ui/lists/ListTools.tsx';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({ search: textIn(search['search']) });

/** Route: /admin/users */
export function UsersPage() {
  const t = useTexts();
  const format = useFormat();
  const phone = useFormatPhone();
  const [{ search }, change] = useUrlState(readSearch);
  const users = useUsers(search);
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
      />
      <DataList
        label={t('admin:users.title')}
        rows={users.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ email }) => email}
        columns={columnsOf(t, format, phone)}
        paging={users}
        linkTo={({ id }) => ({ to: '/admin/users/$userId', params: { userId: id } })}
        empty={
          <EmptyState
            text={t('admin:users.none')}
            action={<Button onClick={() => change({ search: undefined })}>{t('admin:users.all')}</Button>}
          />
        }
      />
    </>
  );
}

const columnsOf = (t: Text, format: Format, written: (phone: string) => string): Column<AdminUser>[] => [
  { key: 'email', title: t('admin:field.email'), isMain: true, cell: ({ email }) => email },
  { key: 'name', title: t('admin:field.fullName'), cell: ({ fullName }) => fullName },
  { key: 'phone', title: t('admin:field.phone'), isBrief: true, cell: ({ phone }) => phone && written(phone) },
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
