import { Button, Switch, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listReplyWidgets } from '#contract/replies/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { QuotaLine } from '#web/replies/QuotaLine.tsx';
import { useDeleteWidget, useReplyWidgets, useSwitchWidget } from '#web/replies/use-replies.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column, RowLink } from '#web/ui/lists/list.ts';
import { NewWidgetDialog } from './NewWidgetDialog.tsx';

type Widget = ReplyOf<typeof listReplyWidgets>['widgets'][number];

/** Route: /widgets/reviews-ai */
export function ReplyWidgetsPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const found = useReplyWidgets();
  const remove = useDeleteWidget();
  const columns = useColumns();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Widget | null>(null);
  const rows = found.data?.widgets ?? [];
  const working = rows.filter(({ isEnabled }) => isEnabled).length;
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      {t('replies:list.add')}
    </Button>
  );
  return (
    <>
      <PageHead
        backTo="/widgets"
        title={t('replies:title')}
        state={found.data ? t('replies:list.state', { count: working }) : '\u00a0'}
        action={add}
      />
      {found.data && <QuotaLine {...found.data} />}
      <DataList
        label={t('replies:title')}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        columns={columns}
        paging={{ ...found, isFetchingNextPage: false, hasNextPage: false, isFetchNextPageError: false, fetchNextPage }}
        linkTo={linkTo}
        rowMenu={(widget) => (
          <>
            <MenuItem leftSection={<IconPencil size={18} />} onClick={() => void navigate(linkTo(widget))}>
              {t('replies:list.edit')}
            </MenuItem>
            <MenuItem leftSection={<IconTrash size={18} />} color="bad" onClick={() => setRemoved(widget)}>
              {t('replies:list.remove')}
            </MenuItem>
          </>
        )}
        empty={<EmptyState title={t('replies:title')} text={t('replies:list.empty')} action={add} />}
      />
      {rows.length > 1 && (
        <Text size="sm" c="dimmed" mt="md">
          {t('replies:list.first_wins')}
        </Text>
      )}
      <ConfirmDialog
        isOpen={removed !== null}
        title={t('replies:list.remove_title', { title: removed?.title ?? '' })}
        text={t('replies:list.remove_text')}
        confirmLabel={t('replies:list.remove')}
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed, { onSettled: () => setRemoved(null) })}
        onClose={() => setRemoved(null)}
      />
      {isAdding && <NewWidgetDialog onClose={() => setAdding(false)} />}
    </>
  );
}

/** All widgets come at once. */
const fetchNextPage = () => undefined;

const linkTo = ({ id }: Widget): RowLink => ({ to: '/widgets/reviews-ai/$widgetId', params: { widgetId: id } });

function useColumns(): Column<Widget>[] {
  const t = useTexts();
  const format = useFormat();
  return [
    { key: 'title', title: t('replies:column.title'), isMain: true, cell: ({ title }) => title },
    {
      key: 'sources',
      title: t('replies:column.sources'),
      from: 'medium',
      cell: ({ settings }) => settings.sources.map((source) => t(`replies:source.${source}`)).join(', '),
    },
    {
      key: 'waiting',
      title: t('replies:column.waiting'),
      isBrief: true,
      cell: ({ counts: { approval, ready, failed } }) => {
        const count = approval + ready + failed;
        return count > 0 ? <ToneBadge tone="attention">{format.number(count)}</ToneBadge> : null;
      },
    },
    { key: 'done', title: t('replies:column.done'), isNumeric: true, cell: ({ counts }) => format.number(counts.done) },
    {
      key: 'enabled',
      title: t('replies:column.enabled'),
      isBrief: true,
      cell: (widget) => <EnabledSwitch widget={widget} />,
    },
  ];
}

function EnabledSwitch({ widget: { id, title, isEnabled } }: { widget: Widget }) {
  const t = useTexts();
  const change = useSwitchWidget();
  return (
    <Switch
      aria-label={t('replies:list.enabled', { title })}
      checked={isEnabled}
      disabled={change.isPending}
      onClick={(event) => event.stopPropagation()}
      onChange={({ currentTarget }) => change.mutate({ id, isEnabled: currentTarget.checked })}
    />
  );
}
