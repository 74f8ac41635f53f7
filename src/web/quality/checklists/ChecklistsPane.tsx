import { Button, Group, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Checklist } from '#contract/quality/checklists.ts';
import { REWORD_ME, type TalkKind } from '#contract/quality/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import classes from '#web/quality/quality.module.css';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { NewChecklist } from './NewChecklist.tsx';
import { useChecklists, useDeleteChecklist } from './use-checklists.ts';

/** The checklists of the cabinet. */
export function ChecklistsPane({ kind }: { kind: TalkKind }) {
  const t = useTexts();
  const navigate = useNavigate();
  const checklists = useChecklists();
  const columns = useColumns();
  const remove = useDeleteChecklist();
  const [isAdding, setAdding] = useState(false);
  const open = ({ id: checklistId }: Checklist) =>
    void navigate({ to: '/chats/checklists/$checklistId', params: { checklistId } });
  return (
    <>
      {checklists.data && checklists.data.length > 0 && (
        <Group justify="flex-end" mb="md">
          <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
            {t('quality:checklist.add')}
          </Button>
        </Group>
      )}
      <DataList
        label={t('quality:tab.checklists')}
        rows={checklists.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ settings }) => settings.title}
        columns={columns}
        paging={checklists}
        linkTo={({ id }) => ({ to: '/chats/checklists/$checklistId', params: { checklistId: id } })}
        rowMenu={(checklist) => (
          <MenuItem leftSection={<IconTrash size={18} />} onClick={() => remove.mutate(checklist)}>
            {t('quality:checklist.delete')}
          </MenuItem>
        )}
        empty={
          <EmptyState title={t('quality:checklist.empty_title')} text={t('quality:checklist.empty')}>
            <NewChecklist kind={kind} onAdded={open} />
          </EmptyState>
        }
      />
      {isAdding && (
        <Dialog title={t('quality:checklist.add')} onClose={() => setAdding(false)}>
          <NewChecklist kind={kind} onAdded={open} />
        </Dialog>
      )}
    </>
  );
}

function useColumns(): Column<Checklist>[] {
  const t = useTexts();
  const format = useFormat();
  return [
    {
      key: 'title',
      title: t('quality:checklist.title'),
      isMain: true,
      cell: ({ settings, agreement }) => (
        <span className={classes.lines}>
          <span>{settings.title}</span>
          <Misleading count={agreement.filter(isMisleading).length} />
        </span>
      ),
    },
    {
      key: 'kind',
      title: t('quality:checklist.kind'),
      isBrief: true,
      cell: ({ settings }) => t(`quality:kind.${settings.kind}`),
    },
    {
      key: 'items',
      title: t('quality:checklist.items'),
      isNumeric: true,
      cell: ({ settings }) => format.number(settings.items.length),
    },
    {
      key: 'changed',
      title: t('quality:checklist.updated'),
      isBrief: true,
      from: 'medium',
      cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    },
  ];
}

const isMisleading = ({ judged, changed }: Checklist['agreement'][number]) =>
  judged >= REWORD_ME.cases && (judged - changed) / judged < REWORD_ME.agreement;

function Misleading({ count }: { count: number }) {
  const t = useTexts();
  if (count === 0) return null;
  return (
    <Text span size="sm">
      <ToneBadge tone="attention">{t('quality:checklist.misleading', { count })}</ToneBadge>
    </Text>
  );
}
