import { Button, NativeSelect, Text } from '@mantine/core';
import type { NewClient } from '#contract/admin/clients.ts';
import { CLIENT_PERIODS, CLIENT_STEPS } from '#contract/admin/values.ts';
import { countIn, wordIn } from '#web/lib/api/known.ts';
import { type Format, useFormat } from '#web/lib/format/format.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { type Text as Texts, useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { useNewClients } from './use-clients.ts';

const USUAL_DAYS = 30;

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  days: CLIENT_PERIODS.find((days) => days === countIn(search['days'])),
  step: wordIn(CLIENT_STEPS, search['step']),
});

/** Route: /admin/newClients */
export function ClientsPage() {
  const t = useTexts();
  const format = useFormat();
  const phone = useFormatPhone();
  const [{ days = USUAL_DAYS, step }, change] = useUrlState(readSearch);
  const clients = useNewClients({ days, step });
  const { items = [], counts = [] } = clients.data ?? {};
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const period = t('admin:clients.period');
  return (
    <>
      <PageHead title={t('admin:clients.title')} state={t('admin:clients.lead')} />
      <ListTools
        filters={[
          {
            label: period,
            isOn: days !== USUAL_DAYS,
            field: (
              <NativeSelect
                aria-label={period}
                value={String(days)}
                data={CLIENT_PERIODS.map((value) => ({
                  value: String(value),
                  label: t('admin:clients.days', { count: value }),
                }))}
                onChange={({ currentTarget }) =>
                  change({ days: CLIENT_PERIODS.find((value) => String(value) === currentTarget.value) })
                }
              />
            ),
          },
        ]}
        chips={{
          label: t('admin:clients.step'),
          value: step ?? '',
          options: [
            { value: '', label: t('admin:clients.all'), count: all },
            ...counts.map((one) => ({ value: one.step, label: t(`admin:client_step.${one.step}`), count: one.count })),
          ],
          onChange: (value) => change({ step: wordIn(CLIENT_STEPS, value) }),
        }}
      />
      <DataList
        label={t('admin:clients.title')}
        rows={items}
        rowKey={({ userGuid }) => userGuid}
        rowName={({ email }) => email}
        columns={columnsOf(t, format, phone)}
        paging={clients}
        linkTo={({ userId }) => ({ to: '/admin/users/$userId/diagnostics', params: { userId } })}
        empty={
          <EmptyState
            text={t('admin:clients.none')}
            action={step && <Button onClick={() => change({ step: undefined })}>{t('admin:clients.show_all')}</Button>}
          />
        }
      />
    </>
  );
}

const columnsOf = (t: Texts, format: Format, written: (phone: string) => string): Column<NewClient>[] => [
  {
    key: 'client',
    title: t('admin:clients.client'),
    isMain: true,
    cell: ({ email, cabinetName, fullName }) => (
      <>
        {email}
        <Text span size="sm" c="dimmed" display="block">
          {[cabinetName, fullName].filter(Boolean).join(' · ')}
        </Text>
      </>
    ),
  },
  {
    key: 'step',
    title: t('admin:clients.step'),
    cell: ({ step, since }) => (
      <>
        {t(`admin:client_step.${step}`)}
        <Text span size="sm" c="dimmed" display="block">
          {t('admin:clients.since', { when: format.near(since) })}
        </Text>
      </>
    ),
  },
  { key: 'phone', title: t('admin:field.phone'), isBrief: true, cell: ({ phone }) => phone && written(phone) },
  { key: 'manager', title: t('admin:clients.manager'), from: 'medium', cell: ({ managerName }) => managerName },
  {
    key: 'registered',
    title: t('admin:field.createdAt'),
    isBrief: true,
    from: 'medium',
    cell: ({ registeredAt }) => format.date(registeredAt),
  },
];
