import { Button, Group, Text } from '@mantine/core';
import { IconFileUpload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Talk } from '#contract/quality/talks.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { OPENS_LAYER } from '#web/lib/pages/url-state.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import classes from '#web/quality/quality.module.css';
import { useIsOwner } from '#web/quality/use-shared.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { EmployeeNames } from './EmployeeNames.tsx';
import { useDeleteTalk, useTalks } from './use-talks.ts';

/** Chats that were uploaded, the latest first. */
export function ChatsPane({ onImport }: { onImport: () => void }) {
  const t = useTexts();
  const talks = useTalks('chats', 'uploads');
  const columns = useColumns();
  const isOwner = useIsOwner();
  const remove = useDeleteTalk();
  const [removed, setRemoved] = useState<Talk | null>(null);
  const importButton = (
    <Button variant="default" leftSection={<IconFileUpload size={18} />} onClick={onImport}>
      {t('quality:import.open')}
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text size="sm" c="dimmed">
          {t('quality:chats.own')}
        </Text>
        {talks.data && talks.data.length > 0 && importButton}
      </Group>
      <DataList
        label={t('quality:tab.chats')}
        rows={talks.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        columns={columns}
        paging={talks}
        linkTo={({ id }) => ({ to: '.', search: (before) => ({ ...before, talk: id }), ...OPENS_LAYER })}
        {...(isOwner && {
          rowMenu: (talk: Talk) => (
            <MenuItem color="bad" leftSection={<IconTrash size={18} />} onClick={() => setRemoved(talk)}>
              {t('quality:talk.delete')}
            </MenuItem>
          ),
        })}
        empty={
          <EmptyState title={t('quality:chats.empty_title')} text={t('quality:chats.empty')} action={importButton} />
        }
      />
      <ConfirmDialog
        isOpen={removed !== null}
        isDangerous
        title={t('quality:talk.delete_title', { title: removed?.title ?? '' })}
        text={t('quality:talk.delete_text')}
        confirmLabel={t('quality:talk.delete')}
        isBusy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed, { onSettled: () => setRemoved(null) })}
        onClose={() => setRemoved(null)}
      />
    </>
  );
}

function useColumns(): Column<Talk>[] {
  const t = useTexts();
  const format = useFormat();
  return [
    {
      key: 'title',
      title: t('quality:talk.client'),
      isMain: true,
      cell: ({ title }) => <span className={classes.lines}>{title || t('quality:nameless')}</span>,
    },
    {
      key: 'employees',
      title: t('quality:employee'),
      cell: ({ employees }) => <EmployeeNames employees={employees} />,
    },
    { key: 'lines', title: t('quality:talk.lines'), isNumeric: true, cell: ({ lines }) => format.number(lines) },
    { key: 'when', title: t('quality:talk.when'), isBrief: true, cell: ({ startedAt }) => <Moment at={startedAt} /> },
  ];
}
