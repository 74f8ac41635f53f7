import { FLOW_SORTS } from '#contract/flows/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { SenderRoom } from '#web/senders/sender.ts';
import type { Status } from '#web/ui/feedback/StatusBadge.tsx';
import { choiceFilter } from '#web/ui/lists/choice-filter.tsx';
import { type Filter, type FilterChip, ListTools } from '#web/ui/lists/ListTools.tsx';
import { type ListSearch, MODES } from './list-search.ts';

type Counts = { total: number; byStatus: Readonly<Record<string, number>> };

type Props = {
  room: SenderRoom;
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
  onClear: (() => void) | undefined;
  /** The order of the chips; a status without senders is not offered. */
  statuses: readonly Status[];
  /** Counts of all senders: they determine the offered filters. */
  offered: Counts | undefined;
  /** Counts within the other filters and the search. */
  counts: Counts | undefined;
  /** A chip that is no status. */
  otherChip?: FilterChip & { isChosen: boolean; change: (isChosen: boolean) => object };
  /** Shown beside the modes. */
  modeCounts?: Readonly<Record<string, number>> | undefined;
  /** Further filters, between mode and order. */
  filters?: readonly Filter[];
};

/** Search, filters and order of a list of senders; all of them are in the URL. */
export function SenderTools(props: Props) {
  const { room, search, onSearch, onClear, statuses, offered, counts, otherChip, modeCounts, filters = [] } = props;
  const t = useTexts();
  const format = useFormat();
  const counted = (label: string, count: number) => `${label} · ${format.number(count)}`;
  const mode = choiceFilter({
    label: t('flows:list.mode_label'),
    value: search.mode,
    any: t('flows:list.mode.any'),
    options: MODES.map((value) => {
      const label = t(`flows:list.mode.${value}`);
      return { value, label: modeCounts ? counted(label, modeCounts[value] ?? 0) : label };
    }),
    onChange: (value) => onSearch({ mode: wordIn(MODES, value) }),
  });
  const sort = choiceFilter({
    label: t('flows:list.sort_label'),
    value: search.sort ?? 'created',
    options: FLOW_SORTS.map((value) => ({ value, label: t(`flows:list.sort.${value}`) })),
    onChange: (value) => onSearch({ sort: wordIn(FLOW_SORTS, value), isDescending: undefined }),
  });
  const shown = statuses.filter((status) => offered?.byStatus[status] || status === search.status);
  return (
    <ListTools
      search={{
        value: search.search ?? '',
        placeholder: t(`${room}:search`),
        onChange: (text) => onSearch({ search: text || undefined }),
      }}
      chips={{
        label: t('flows:status'),
        value: otherChip?.isChosen ? otherChip.value : (search.status ?? 'all'),
        options: [
          { value: 'all', label: t('flows:chip.all'), count: counts?.total },
          ...shown.map((status) => ({
            value: status,
            label: t(`${room}:chip.${status}`),
            count: counts?.byStatus[status] ?? 0,
          })),
          ...(otherChip ? [otherChip] : []),
        ],
        onChange: (chip) =>
          onSearch({ status: wordIn(statuses, chip), ...otherChip?.change(chip === otherChip.value) }),
      }}
      filters={[mode, ...filters, sort]}
      onClear={onClear}
    />
  );
}
