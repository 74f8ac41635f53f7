import type { FlowStatus } from '#contract/flows/calls.ts';
import { FLOW_SORTS, FLOW_STATUSES } from '#contract/flows/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { choiceFilter } from '#web/ui/lists/choice-filter.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import type { FlowSearch } from './flow-search.ts';
import { useKindWords } from '#web/lib/format/flow-kind-words.ts';
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
  const mode = choiceFilter({
    label: t('flows:list.mode_label'),
    value: state.mode,
    any: t('flows:list.mode.any'),
    options: MODES.map((value) => ({
      value,
      label: counted(t(`flows:list.mode.${value}`), counts?.byMode[value] ?? 0),
    })),
    onChange: (value) => onChange({ mode: wordIn(MODES, value) }),
  });
  const kind = choiceFilter({
    label: t('flows:list.kind_label'),
    value: state.kind,
    any: t('flows:list.kind_any'),
    options: kinds.map((value) => ({ value, label: counted(kindWords(value), counts?.byKind[value] ?? 0) })),
    onChange: (value) => onChange({ kind: value || undefined }),
  });
  const sort = choiceFilter({
    label: t('flows:list.sort_label'),
    value: state.sort ?? 'created',
    options: FLOW_SORTS.map((value) => ({ value, label: t(`flows:list.sort.${value}`) })),
    onChange: (value) => onChange({ sort: wordIn(FLOW_SORTS, value), isDescending: undefined }),
  });
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
