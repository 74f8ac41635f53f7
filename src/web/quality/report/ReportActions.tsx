import { ActionIcon, Button, Group } from '@mantine/core';
import { IconDots, IconDownload, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { WholeQualityReport } from '#contract/quality/reports.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useIsOwner } from '#web/quality/use-shared.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { ActionMenu, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { useDeleteReport, useReportExport } from './use-report.ts';
import { useReportWords } from './use-report-words.ts';

/** Saves the report as a file; an owner may delete it once it is not being made. */
export function ReportActions({ report }: { report: WholeQualityReport }) {
  const t = useTexts();
  const words = useReportWords();
  const isOwner = useIsOwner();
  const save = useReportExport(report.id);
  const [isDeleting, setDeleting] = useState(false);
  const name = words.title(report);
  return (
    <Group gap="xs" wrap="nowrap">
      {report.done > 0 && (
        <ActionMenu
          target={
            <Button variant="default" leftSection={<IconDownload size={18} />} loading={save.isPending}>
              {t('quality:export.open')}
            </Button>
          }
        >
          <MenuItem onClick={() => save.mutate({ ending: 'xlsx', name })}>{t('quality:export.xlsx')}</MenuItem>
          <MenuItem onClick={() => save.mutate({ ending: 'pdf', name })}>{t('quality:export.pdf')}</MenuItem>
        </ActionMenu>
      )}
      {isOwner && !words.isRunning(report) && (
        <ActionMenu
          target={
            <ActionIcon aria-label={t('ui:row_menu')}>
              <IconDots size={20} />
            </ActionIcon>
          }
        >
          <MenuItem color="bad" leftSection={<IconTrash size={18} />} onClick={() => setDeleting(true)}>
            {t('quality:report.delete')}
          </MenuItem>
        </ActionMenu>
      )}
      {isDeleting && <DeleteDialog report={report} onClose={() => setDeleting(false)} />}
    </Group>
  );
}

function DeleteDialog({ report, onClose }: { report: WholeQualityReport; onClose: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const remove = useDeleteReport(report.id);
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('quality:report.delete_title')}
      text={t('quality:report.delete_text', { count: report.done })}
      confirmLabel={t('quality:report.delete')}
      isBusy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => void navigate({ to: report.kind === 'chats' ? '/chats' : '/calls', replace: true }),
          onError: onClose,
        })
      }
      onClose={onClose}
    />
  );
}
