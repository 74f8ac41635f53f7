import { MASTER_COLUMNS, POINT_COLUMNS, SENDER_COLUMNS } from '#contract/insights/values.ts';
import { useListExport } from '#web/contacts/use-list-export.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { DashboardQuery } from './use-dashboard.ts';

export type DashboardTable = 'points' | 'masters' | 'senders';

const COLUMNS = { points: POINT_COLUMNS, masters: MASTER_COLUMNS, senders: SENDER_COLUMNS } as const;

/** Saves a table of the dashboard as a file of one of two formats. */
export function useTableFile(table: DashboardTable, query: DashboardQuery) {
  const t = useTexts();
  const save = useListExport();
  const words = {
    points: undefined,
    masters: [t('dashboard:no_master')],
    senders: [t('dashboard:kind.flow'), t('dashboard:kind.mailing')],
  }[table];
  const run = (format: 'csv' | 'xlsx') =>
    save.mutate({
      path: `/api/v1/insights/dashboard/${table}/export`,
      format,
      name: [t('insights:results.title'), query.on].filter(Boolean).join(' '),
      titles: COLUMNS[table].map((key) => t(`dashboard:column.${key}`)),
      ...(words && { words }),
      filter: query,
    });
  return { isBusy: save.isPending, run };
}
