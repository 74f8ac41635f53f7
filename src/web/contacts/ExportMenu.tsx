import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ActionMenu, MenuItem } from '#web/ui/lists/ActionMenu.tsx';

type Props = { isBusy: boolean; onExport: (format: 'csv' | 'xlsx') => void };

/** Saves the list as a file of one of two formats. */
export function ExportMenu({ isBusy, onExport }: Props) {
  const t = useTexts();
  return (
    <ActionMenu
      target={
        <Button variant="default" leftSection={<IconDownload size={18} />} loading={isBusy}>
          {t('contacts:export.button')}
        </Button>
      }
    >
      <MenuItem onClick={() => onExport('xlsx')}>{t('contacts:export.xlsx')}</MenuItem>
      <MenuItem onClick={() => onExport('csv')}>{t('contacts:export.csv')}</MenuItem>
    </ActionMenu>
  );
}
