import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ActionMenu, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import type { DashboardTable } from './use-table-file.ts';
import { useTableFile } from './use-table-file.ts';
import type { DashboardQuery } from './use-dashboard.ts';

type Props = {
  /** Name of the file, e.g. the heading of the chart. */
  title: string;
  table: DashboardTable;
  query: DashboardQuery;
  /** Saves the chart as a picture. */
  onPicture?: (() => void) | undefined;
};

/** Saves a table as a file, and its chart as a picture. */
export function FileMenu({ title, table, query, onPicture }: Props) {
  const t = useTexts();
  const file = useTableFile(table, query);
  return (
    <ActionMenu
      target={
        <ActionIcon variant="default" size="lg" loading={file.isBusy} aria-label={`${t('dashboard:save')}: ${title}`}>
          <IconDownload size={18} />
        </ActionIcon>
      }
    >
      <MenuItem onClick={() => file.run('xlsx')}>{t('dashboard:save_xlsx')}</MenuItem>
      <MenuItem onClick={() => file.run('csv')}>{t('dashboard:save_csv')}</MenuItem>
      {onPicture && <MenuItem onClick={onPicture}>{t('dashboard:save_png')}</MenuItem>}
    </ActionMenu>
  );
}
