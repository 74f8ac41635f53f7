import { MAILING_SORTS, MAILING_STATUSES } from '#contract/mailings/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { choiceFilter } from '#web/ui/lists/choice-filter.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import type { MailingSearch } from './mailing-search.ts';
import type { useMailingCounts } from '#web/mailings/use-mailings.ts';

type Counts = ReturnType<typeof useMailingCounts>['data'];

type Props = {
  state: MailingSearch;
  /** Counts of all mailings: they determine the offered filters. */
  offered: Counts;
  /** Counts within the other filters and the search. */
  counts: Counts;
  onChange: (change: Partial<MailingSearch>) => void;
  onClear?: () => void;
};

/** The order of the chips; a status without mailings is not offered. */
const CHIPS = ['working', 'waiting', 'pause', 'error', 'none', 'done', 'canceled', 'unavailable'] as const;
const MODES = ['test', 'combat'] as const;

/** Search, filters and order of the list; all of them are in the URL. */
export function MailingTools({ state, offered, counts, onChange, onClear }: Props) {
  const t = useTexts();
  const mode = choiceFilter({
    label: t('flows:list.mode_label'),
    value: state.mode,
    any: t('flows:list.mode.any'),
    options: MODES.map((value) => ({ value, label: t(`flows:list.mode.${value}`) })),
    onChange: (value) => onChange({ mode: wordIn(MODES, value) }),
  });
  const sort = choiceFilter({
    label: t('flows:list.sort_label'),
    value: state.sort ?? 'created',
    options: MAILING_SORTS.map((value) => ({ value, label: t(`flows:list.sort.${value}`) })),
    onChange: (value) => onChange({ sort: wordIn(MAILING_SORTS, value), isDescending: undefined }),
  });
  return (
    <ListTools
      search={{
        value: state.search ?? '',
        placeholder: t('mailings:search'),
        onChange: (search) => onChange({ search: search || undefined }),
      }}
      chips={{
        label: t('flows:status'),
        value: state.isDeleted ? 'deleted' : (state.status ?? 'all'),
        options: [
          { value: 'all', label: t('flows:chip.all'), count: counts?.total },
          ...CHIPS.filter((status) => offered?.byStatus[status] || status === state.status).map((status) => ({
            value: status,
            label: t(`mailings:chip.${status}`),
            count: counts?.byStatus[status] ?? 0,
          })),
          ...(offered?.deleted || state.isDeleted
            ? [{ value: 'deleted', label: t('mailings:chip.deleted'), count: counts?.deleted ?? 0 }]
            : []),
        ],
        onChange: (chip) =>
          onChange({ status: wordIn(MAILING_STATUSES, chip), isDeleted: chip === 'deleted' || undefined }),
      }}
      filters={[mode, sort]}
      onClear={onClear}
    />
  );
}
