import { NativeSelect } from '@mantine/core';
import type { FlowStatus } from '#contract/flows.ts';
import { FLOW_SORTS } from '#contract/flow-words.ts';
import { FLOW_STATUSES } from '#contract/values.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { wordIn } from '#web/lib/known.ts';
import { type Filter, ListTools } from '#web/ui/ListTools.tsx';
import type { FlowSearch } from './flow-search.ts';
import { useKindWords } from '#web/lib/flow-kind-words.ts';
import classes from './many.module.css';
import type { useFlowCounts } from './use-flow-list.ts';

type Counts = NonNullable<ReturnType<typeof useFlowCounts>['data']> | undefined;

type Props = {
  state: FlowSearch;
  /** Counts of all flows: they determine the offered filters. */
  offered: Counts;
  /** Counts within the other filters and the search. */
  counts: Counts;
  onChange: (change: Partial<FlowSearch>) => void;
  onClear?: () => void;
};

/** The first filter chips; a status without flows is not offered. */
const CHIPS = [
  'working',
  'pause',
  'error',
  'unavailable',
  'none',
  'waiting',
  'done',
  'canceled',
] as const satisfies FlowStatus[];
const MODES = ['test', 'combat'] as const;

/** Search, filters and order of the list; all of them are in the URL. */
export function FlowTools({ state, offered, counts, onChange, onClear }: Props) {
  const t = useTexts();
  const format = useFormat();
  const kindWords = useKindWords();
  const kinds = Object.keys(offered?.byKind ?? {});
  const counted = (label: string, count: number) => `${label} · ${format.number(count)}`;
  const mode: Filter = {
    label: t('flows:list.mode_label'),
    isOn: state.mode !== undefined,
    field: (
      <NativeSelect
        aria-label={t('flows:list.mode_label')}
        className={classes.filter}
        value={state.mode ?? ''}
        data={[
          { value: '', label: t('flows:list.mode.any') },
          ...MODES.map((value) => ({
            value,
            label: counted(t(`flows:list.mode.${value}`), counts?.byMode[value] ?? 0),
          })),
        ]}
        onChange={({ currentTarget }) => onChange({ mode: wordIn(MODES, currentTarget.value) })}
      />
    ),
  };
  const kind: Filter = {
    label: t('flows:list.kind_label'),
    isOn: state.kind !== undefined,
    field: (
      <NativeSelect
        aria-label={t('flows:list.kind_label')}
        className={classes.filter}
        value={state.kind ?? ''}
        data={[
          { value: '', label: t('flows:list.kind_any') },
          ...kinds.map((value) => ({ value, label: counted(kindWords(value), counts?.byKind[value] ?? 0) })),
        ]}
        onChange={({ currentTarget }) => onChange({ kind: currentTarget.value || undefined })}
      />
    ),
  };
  const sort: Filter = {
    label: t('flows:list.sort_label'),
    isOn: false,
    field: (
      <NativeSelect
        aria-label={t('flows:list.sort_label')}
        className={classes.filter}
        value={state.sort ?? 'created'}
        data={FLOW_SORTS.map((value) => ({ value, label: t(`flows:list.sort.${value}`) }))}
        onChange={({ currentTarget }) =>
          onChange({ sort: wordIn(FLOW_SORTS, currentTarget.value), isDescending: undefined })
        }
      />
    ),
  };
  return (
    <ListTools
      search={{
        value: state.search ?? '',
        placeholder: t('flows:search'),
        onChange: (search) => onChange({ search: search || undefined }),
      }}
      chips={{
        label: t('flows:status'),
        value: state.status ?? 'all',
        options: [
          { value: 'all', label: t('flows:chip.all'), count: counts?.total },
          ...CHIPS.filter((status) => offered?.byStatus[status] || status === state.status).map((status) => ({
            value: status,
            label: t(`flows:list.chip.${status}`),
            count: counts?.byStatus[status] ?? 0,
          })),
        ],
        onChange: (status) => onChange({ status: wordIn(FLOW_STATUSES, status) }),
      }}
      filters={kinds.length > 1 ? [mode, kind, sort] : [mode, sort]}
      onClear={onClear}
    />
  );
}
