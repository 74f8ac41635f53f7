import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { TABLE_REQUEST_STATUSES } from '#contract/booking/values.ts';
import type { TableRequest } from '#contract/booking/table-requests.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import classes from './booking.module.css';
import { useDecideRequest, useTableRequests } from './use-buttons.ts';

const TONES = { new: 'attention', confirmed: 'good', declined: 'gray', cancelled: 'gray' } as const;
const FILTERS = ['all', ...TABLE_REQUEST_STATUSES] as const;

const readStatus = ({ status }: Readonly<Record<string, unknown>>) => ({
  status: wordIn(TABLE_REQUEST_STATUSES, status),
});

/** Route: /widgets/booking/requests */
export function TableRequestsPage() {
  const t = useTexts();
  const [{ status }, setState] = useUrlState(readStatus);
  const requests = useTableRequests(status);
  const columns = useColumns();
  const { items = [], waiting = 0 } = requests.data ?? {};
  return (
    <>
      <PageHead
        backTo="/widgets/booking"
        title={t('booking:request.title')}
        state={requests.data && t('booking:request.waiting', { count: waiting })}
      />
      <NativeSelect
        className={classes.filter}
        aria-label={t('booking:request.filter')}
        value={status ?? 'all'}
        data={FILTERS.map((value) => ({ value, label: t(`booking:request.shown.${value}`) }))}
        onChange={({ currentTarget }) => setState({ status: wordIn(TABLE_REQUEST_STATUSES, currentTarget.value) })}
      />
      <DataList
        label={t('booking:request.title')}
        rows={items}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={columns}
        paging={requests}
        empty={
          status ? (
            <EmptyState
              text={t('booking:request.none_such')}
              action={<Button onClick={() => setState({ status: undefined })}>{t('booking:request.show_all')}</Button>}
            />
          ) : (
            <EmptyState title={t('booking:request.empty_title')} text={t('booking:request.empty')} />
          )
        }
      />
    </>
  );
}

function useColumns(): Column<TableRequest>[] {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  return [
    {
      key: 'guest',
      title: t('booking:request.column.guest'),
      isMain: true,
      cell: ({ name, phone, comment }) => (
        <div>
          {name} · <a href={`tel:${phone}`}>{formatPhone(phone)}</a>
          {comment && (
            <Text size="sm" c="dimmed">
              {comment}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'when',
      title: t('booking:request.column.when'),
      cell: ({ startsAt, timeZone, branchTitle }) => (
        <>
          {format.dateTime(startsAt, timeZone)}
          <Text size="sm" c="dimmed">
            {branchTitle}
          </Text>
        </>
      ),
    },
    {
      key: 'guests',
      title: t('booking:request.column.guests'),
      isNumeric: true,
      isBrief: true,
      cell: ({ guests }) => format.number(guests),
    },
    {
      key: 'status',
      title: t('booking:request.column.status'),
      cell: (row) => (
        <>
          <ToneBadge tone={TONES[row.status]}>{t(`booking:request.status.${row.status}`)}</ToneBadge>
          <Text size="sm" c="dimmed">
            {row.reserveText ?? (row.reserve === 'none' ? null : t(`booking:request.reserve.${row.reserve}`))}
          </Text>
        </>
      ),
    },
    {
      key: 'answer',
      title: t('booking:request.column.answer'),
      cell: (row) => (row.status === 'new' ? <Answers {...row} /> : null),
    },
  ];
}

function Answers({ id, name }: TableRequest) {
  const t = useTexts();
  const decide = useDecideRequest();
  const button = (decision: 'confirm' | 'decline') => (
    <Button
      size="compact-md"
      variant={decision === 'confirm' ? 'filled' : 'default'}
      loading={decide.isPending && decide.variables.decision === decision}
      aria-label={`${t(`booking:request.${decision}`)}: ${name}`}
      onClick={() => decide.isPending || decide.mutate({ id, decision })}
    >
      {t(`booking:request.${decision}`)}
    </Button>
  );
  return (
    <Group gap={8}>
      {button('confirm')}
      {button('decline')}
    </Group>
  );
}
