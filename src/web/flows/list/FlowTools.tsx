import type { FlowStatus } from '#contract/flows/calls.ts';
import { useKindWords } from '#web/lib/format/flow-kind-words.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { SenderTools } from '#web/senders/list/SenderTools.tsx';
import { choiceFilter } from '#web/ui/lists/choice-filter.tsx';
import type { FlowSearch } from './flow-search.ts';
import type { useFlowCounts } from './use-flow-list.ts';

type Counts = ReturnType<typeof useFlowCounts>['data'];

type Props = {
  search: FlowSearch;
  /** Counts of all flows: they determine the offered filters. */
  offered: Counts;
  /** Counts within the other filters and the search. */
  counts: Counts;
  onSearch: (change: Partial<FlowSearch>) => void;
  onClear: (() => void) | undefined;
};

const CHIPS: readonly FlowStatus[] = [
  'working',
  'pause',
  'error',
  'unavailable',
  'none',
  'waiting',
  'done',
  'canceled',
];

/** Search, filters and order of the list. */
export function FlowTools(props: Props) {
  const { search, offered, counts, onSearch } = props;
  const t = useTexts();
  const format = useFormat();
  const kindWords = useKindWords();
  const kinds = Object.keys(offered?.byKind ?? {});
  const kind = choiceFilter({
    label: t('flows:list.kind_label'),
    value: search.kind,
    any: t('flows:list.kind_any'),
    options: kinds.map((value) => ({
      value,
      label: `${kindWords(value)} · ${format.number(counts?.byKind[value] ?? 0)}`,
    })),
    onChange: (value) => onSearch({ kind: value || undefined }),
  });
  return (
    <SenderTools
      {...props}
      room="flows"
      statuses={CHIPS}
      modeCounts={counts?.byMode ?? {}}
      filters={kinds.length > 1 ? [kind] : []}
    />
  );
}
