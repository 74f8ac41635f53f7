import { NativeSelect } from '@mantine/core';
import { LOG_STATUSES } from '#contract/delivery/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { type Filter, ListTools } from '#web/ui/lists/ListTools.tsx';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';
import classes from './delivery.module.css';
import type { LogSearch } from './MessageLogPage.tsx';
import { PERIODS } from './period.ts';
import { useSenderChoices } from './use-sender-choices.ts';

const CHIPS = ['all', 'waiting', 'sent', 'delivered', 'read', 'not_sent', 'failed', 'in_doubt'] as const;

type Props = {
  state: LogSearch;
  /** Messages decided against within the other filters. */
  skippedCount: number;
  onChange: (change: Partial<LogSearch>) => void;
  onClear?: () => void;
};

/** Search and filters of the log; all of them are in the URL. */
export function LogTools({ state, skippedCount, onChange, onClear }: Props) {
  const t = useTexts();
  const senders = useSenderChoices();
  const period: Filter = {
    label: t('delivery:period_label'),
    isOn: state.period !== undefined,
    field: (
      <NativeSelect
        aria-label={t('delivery:period_label')}
        className={classes.filter}
        value={state.period ?? ''}
        data={[
          { value: '', label: t('delivery:period_any') },
          ...PERIODS.map((value) => ({ value, label: t(`delivery:period.${value}`) })),
        ]}
        onChange={({ currentTarget }) => onChange({ period: wordIn(PERIODS, currentTarget.value) })}
      />
    ),
  };
  const sender: Filter = {
    label: t('delivery:sender_label'),
    isOn: state.senderId !== undefined,
    field: (
      <SearchSelect
        aria-label={t('delivery:sender_label')}
        placeholder={t('delivery:sender_any')}
        clearable
        className={classes.filter}
        value={state.senderId ?? null}
        data={senders.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(value) => onChange({ senderId: senders.find(({ id }) => id === value)?.id })}
      />
    ),
  };
  return (
    <ListTools
      search={{
        value: state.search ?? '',
        placeholder: t('delivery:search'),
        onChange: (search) => onChange({ search: search || undefined }),
      }}
      chips={{
        label: t('delivery:status_label'),
        value: state.status ?? 'all',
        options: CHIPS.map((value) => ({
          value,
          label: t(`delivery:chip.${value}`),
          ...(value === 'not_sent' && skippedCount > 0 && { count: skippedCount }),
        })),
        onChange: (value) => onChange({ status: wordIn(LOG_STATUSES, value), rule: undefined }),
      }}
      filters={senders.length > 0 ? [period, sender] : [period]}
      onClear={onClear}
    />
  );
}
