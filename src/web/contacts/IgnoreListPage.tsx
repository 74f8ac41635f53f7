import { Button, Group } from '@mantine/core';
import { IconFileImport, IconInfoCircle, IconMessage2, IconPencil, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { OptOut } from '#contract/contacts/calls.ts';
import { OPT_OUT_SCOPES, OPT_OUT_SOURCES, OPT_OUT_STATES } from '#contract/contacts/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { textIn, wordIn } from '#web/lib/api/known.ts';
import { choiceFilter } from '#web/ui/lists/choice-filter.tsx';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { BulkBar } from '#web/ui/lists/BulkBar.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { AddOptOutsDialog } from './AddOptOutsDialog.tsx';
import { EditOptOutDialog } from './EditOptOutDialog.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { OptOutDrawer } from './OptOutDrawer.tsx';
import { useListExport } from './use-list-export.ts';
import { useOptOutColumns, useOptOutName } from './use-opt-out-columns.tsx';
import { useLiftOptOuts, useOptOuts } from './use-opt-outs.ts';

const readSearch = ({ search, source, scope, state }: Readonly<Record<string, unknown>>) => ({
  search: textIn(search),
  source: wordIn(OPT_OUT_SOURCES, source),
  scope: wordIn(OPT_OUT_SCOPES, scope),
  state: wordIn(OPT_OUT_STATES, state),
});
type Search = ReturnType<typeof readSearch>;

type Opened = { what: 'details' | 'editing'; entry: OptOut };

/** Route: /phones/ignore */
export function IgnoreListPage() {
  const t = useTexts();
  const [filter, setFilter] = useUrlState(readSearch);
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const optOuts = useOptOuts(filter);
  const lift = useLiftOptOuts();
  const isHistory = filter.state === 'over';
  const columns = useOptOutColumns(isHistory);
  const nameOf = useOptOutName();
  const { tenantTimeZone } = useCurrentUser();
  const { rows = [], count = 0 } = optOuts.data ?? {};
  const isFiltered = Boolean(filter.search || filter.source || filter.scope);
  const isEmpty = optOuts.data !== undefined && rows.length === 0 && !isFiltered && !isHistory;
  const clear = () => setFilter({ search: undefined, source: undefined, scope: undefined });
  const close = () => setOpened(null);
  const chosen = rows.filter(({ id }) => selected.has(id));
  const unselect = () => setSelected(new Set());
  const actions = <Actions filter={filter} isEmpty={isEmpty} onAdd={() => setAdding(true)} />;

  return (
    <>
      <PageHead
        title={t('contacts:ignore_title')}
        state={optOuts.data ? count > 0 && !isHistory && t('contacts:ignore_state', { count }) : '\u00a0'}
        action={isEmpty ? undefined : actions}
      />
      <Tools filter={filter} onChange={setFilter} onClear={isFiltered ? clear : undefined} />
      <DataList
        label={t('contacts:ignore_title')}
        rows={rows}
        rowKey={(row) => row.id}
        rowName={nameOf}
        columns={columns}
        paging={optOuts}
        selection={isHistory ? undefined : { keys: selected, onChange: setSelected }}
        rowMenu={(row) => (
          <>
            {row.liftedAt === null && (
              <>
                <MenuItem leftSection={<IconMessage2 size={16} />} onClick={() => lift.mutate([row])}>
                  {t('contacts:lift')}
                </MenuItem>
                <MenuItem
                  leftSection={<IconPencil size={16} />}
                  onClick={() => setOpened({ what: 'editing', entry: row })}
                >
                  {t('contacts:edit')}
                </MenuItem>
              </>
            )}
            <MenuItem
              leftSection={<IconInfoCircle size={16} />}
              onClick={() => setOpened({ what: 'details', entry: row })}
            >
              {t('contacts:details')}
            </MenuItem>
          </>
        )}
        empty={
          isFiltered || isHistory ? (
            <EmptyState
              text={t(isFiltered ? 'contacts:nothing_found' : 'contacts:history_empty')}
              action={isFiltered ? <Button onClick={clear}>{t('contacts:clear')}</Button> : undefined}
            />
          ) : (
            <EmptyState title={t('contacts:empty_title')} text={t('contacts:empty')} action={actions} />
          )
        }
      />
      <BulkBar count={chosen.length} onClear={unselect}>
        <Button loading={lift.isPending} onClick={() => lift.mutate(chosen, { onSuccess: unselect })}>
          {t('contacts:lift')}
        </Button>
      </BulkBar>
      {isAdding && <AddOptOutsDialog onClose={() => setAdding(false)} />}
      {opened?.what === 'editing' && (
        <EditOptOutDialog entry={opened.entry} name={nameOf(opened.entry)} timeZone={tenantTimeZone} onClose={close} />
      )}
      <OptOutDrawer entry={opened?.what === 'details' ? opened.entry : null} onClose={close} />
    </>
  );
}

type ToolsProps = { filter: Search; onChange: (change: Partial<Search>) => void; onClear?: () => void };

function Tools({ filter, onChange, onClear }: ToolsProps) {
  const t = useTexts();
  const selects = [
    choiceFilter({
      label: t('contacts:how'),
      value: filter.source,
      any: t('contacts:source_any'),
      options: OPT_OUT_SOURCES.map((value) => ({ value, label: t(`contacts:source.${value}`) })),
      onChange: (value) => onChange({ source: wordIn(OPT_OUT_SOURCES, value) }),
    }),
    choiceFilter({
      label: t('contacts:what'),
      value: filter.scope,
      any: t('contacts:scope_any'),
      options: OPT_OUT_SCOPES.map((value) => ({ value, label: t(`contacts:scope.${value}`) })),
      onChange: (value) => onChange({ scope: wordIn(OPT_OUT_SCOPES, value) }),
    }),
  ];
  return (
    <ListTools
      search={{
        value: filter.search ?? '',
        placeholder: t('contacts:search'),
        onChange: (search) => onChange({ search: search || undefined }),
      }}
      chips={{
        label: t('contacts:state_label'),
        value: filter.state ?? 'active',
        options: OPT_OUT_STATES.map((state) => ({ value: state, label: t(`contacts:state.${state}`) })),
        onChange: (state) => onChange({ state: state === 'over' ? 'over' : undefined }),
      }}
      filters={selects}
      onClear={onClear}
    />
  );
}

const SHEET_COLUMNS = [
  'client',
  'phone',
  'how',
  'what',
  'note',
  'when',
  'added_by',
  'until',
  'lifted_when',
  'lifted_who',
] as const;

function Actions({ filter, isEmpty, onAdd }: { filter: Search; isEmpty: boolean; onAdd: () => void }) {
  const t = useTexts();
  const save = useListExport();
  const exported = (format: 'csv' | 'xlsx') =>
    save.mutate({
      path: '/api/v1/phones/ignore/export',
      format,
      name: t('contacts:ignore_title'),
      titles: SHEET_COLUMNS.map((key) => t(`contacts:${key}`)),
      words: [
        ...OPT_OUT_SOURCES.map((source) => t(`contacts:source.${source}`)),
        ...OPT_OUT_SCOPES.map((scope) => t(`contacts:scope.${scope}`)),
      ],
      filter,
    });
  return (
    <Group justify={isEmpty ? 'center' : undefined}>
      {!isEmpty && <ExportMenu isBusy={save.isPending} onExport={exported} />}
      <Button
        variant="default"
        leftSection={<IconFileImport size={18} />}
        renderRoot={(props) => <Link {...props} to="/contacts/import" search={{ purpose: 'opt_outs' }} />}
      >
        {t('contacts:list.import')}
      </Button>
      <Button leftSection={<IconPlus size={18} />} onClick={onAdd}>
        {t('contacts:add')}
      </Button>
    </Group>
  );
}
