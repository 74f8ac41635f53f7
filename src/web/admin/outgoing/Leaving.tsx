import { Button } from '@mantine/core';
import type { LeavingMessage } from '#contract/admin/outgoing.ts';
import { LEAVING_STATES } from '#contract/admin/values.ts';
import { CHANNEL_KIND_NAMES } from '#contract/channels/kinds.ts';
import { useKindName, useLeavingMessages } from '#web/admin/use-operations.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { choiceFilter } from '#web/ui/lists/choice-filter.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ListTools } from '#web/ui/lists/ListTools.tsx';

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  state: wordIn(LEAVING_STATES, search['state']),
  kind: wordIn(CHANNEL_KIND_NAMES, search['kind']),
});

/** Outcomes of the latest sends. */
export function Leaving() {
  const t = useTexts();
  const nameOf = useKindName();
  const [filter, change] = useUrlState(readSearch);
  const messages = useLeavingMessages(filter);
  const showAll = () => change({ state: undefined, kind: undefined });
  const isFiltered = filter.state !== undefined || filter.kind !== undefined;
  return (
    <section aria-label={t('operations:outgoing.view.messages')}>
      <ListTools
        filters={[
          choiceFilter({
            label: t('operations:outgoing.state.label'),
            value: filter.state,
            any: t('operations:outgoing.state.any'),
            options: LEAVING_STATES.map((value) => ({ value, label: t(`operations:outgoing.state.${value}`) })),
            onChange: (value) => change({ state: wordIn(LEAVING_STATES, value) }),
          }),
          choiceFilter({
            label: t('operations:column.kind'),
            value: filter.kind,
            any: t('operations:outgoing.kind_any'),
            options: CHANNEL_KIND_NAMES.map((value) => ({ value, label: nameOf(value) })),
            onChange: (value) => change({ kind: wordIn(CHANNEL_KIND_NAMES, value) }),
          }),
        ]}
        {...(isFiltered && { onClear: showAll })}
      />
      <DataList
        label={t('operations:outgoing.view.messages')}
        rows={messages.data ?? []}
        rowKey={({ id, at, status }) => `${id} ${at} ${status}`}
        columns={columnsOf(t, nameOf)}
        paging={messages}
        empty={
          <EmptyState
            text={t('operations:outgoing.messages_none')}
            action={isFiltered && <Button onClick={showAll}>{t('operations:outgoing.all')}</Button>}
          />
        }
      />
    </section>
  );
}

const columnsOf = (t: Text, nameOf: (kind: LeavingMessage['kind']) => string): Column<LeavingMessage>[] => [
  { key: 'cabinet', title: t('operations:column.cabinet'), isMain: true, cell: ({ cabinet }) => cabinet },
  {
    key: 'kind',
    title: t('operations:column.kind'),
    cell: ({ kind, channel }) => [channel, nameOf(kind)].filter(Boolean).join(' · '),
  },
  {
    key: 'status',
    title: t('operations:column.result'),
    cell: ({ status, rule }) =>
      [t(`delivery:status.${status}`), rule && t(`rules:${rule}.name`)].filter(Boolean).join(': '),
  },
  { key: 'at', title: t('operations:column.at'), isBrief: true, cell: ({ at }) => <Moment at={at} /> },
  {
    key: 'due',
    title: t('operations:column.due'),
    isBrief: true,
    from: 'wide',
    cell: ({ dueAt }) => <Moment at={dueAt} />,
  },
];
