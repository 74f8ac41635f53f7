import { Button, NativeSelect } from '@mantine/core';
import type { SlotFilter } from '#contract/waitlist/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { NumberTile } from '#web/ui/charts/NumberTile.tsx';
import { useSlotColumns } from './use-slot-columns.tsx';
import { type Period, useFigures, useLastDays, useSlots } from './use-waitlist.ts';
import classes from './waitlist.module.css';
import { PERIODS, USUAL_DAYS, type WaitlistSearch } from './waitlist-search.ts';

type Props = {
  search: WaitlistSearch;
  onChange: (change: Partial<WaitlistSearch>) => void;
  /** Undefined while it is not known. */
  isOn: boolean | undefined;
};

/** The figures of a period, and the freed slots behind one of them. */
export function SlotsPane({ search, onChange, isOn }: Props) {
  const t = useTexts();
  const { days = USUAL_DAYS, which = 'freed' } = search;
  const period = useLastDays(days);
  const slots = useSlots(period, which);
  const columns = useSlotColumns();
  const clear = () => onChange({ which: undefined });
  return (
    <div className={classes.page}>
      <NativeSelect
        aria-label={t('waitlist:period')}
        className={classes.period}
        value={String(days)}
        data={PERIODS.map((count) => ({ value: String(count), label: t('waitlist:last_days', { count }) }))}
        onChange={({ currentTarget }) => onChange({ days: Number(currentTarget.value) })}
      />
      <Figures period={period} onOpen={(next) => onChange({ which: next === 'freed' ? undefined : next })} />
      <DataList
        label={t(`waitlist:figure.${which}`)}
        rows={slots.data ?? []}
        rowKey={({ id }) => id}
        columns={columns}
        paging={slots}
        linkTo={({ id }) => ({ to: '.', search: (before) => ({ ...before, slot: id }) })}
        empty={
          which === 'freed' ? (
            <EmptyState
              title={t('waitlist:slots.empty_title')}
              text={t(isOn === false ? 'waitlist:slots.empty_off' : 'waitlist:slots.empty')}
              action={
                isOn === false && (
                  <Button onClick={() => onChange({ tab: 'settings' })}>{t('waitlist:slots.to_settings')}</Button>
                )
              }
            />
          ) : (
            <EmptyState
              text={t('waitlist:slots.nothing')}
              action={<Button onClick={clear}>{t('waitlist:slots.all')}</Button>}
            />
          )
        }
      />
    </div>
  );
}

const FIGURES = ['freed', 'offered', 'filled', 'open'] as const;

function Figures({ period, onOpen }: { period: Period; onOpen: (which: SlotFilter) => void }) {
  const t = useTexts();
  const format = useFormat();
  const figures = useFigures(period);
  const { data } = figures;
  if (figures.isError && !data) return <Failure error={figures.error} onRetry={figures.refetch} />;
  const brought = data?.brought.map((sum) => format.money(sum)).join(' + ');
  return (
    <div className={classes.tiles}>
      {FIGURES.map((figure) => (
        <NumberTile
          key={figure}
          title={t(`waitlist:figure.${figure}`)}
          value={data ? format.number(data[figure]) : '–'}
          onOpen={() => onOpen(figure)}
        />
      ))}
      <NumberTile
        title={t('waitlist:figure.brought')}
        value={data ? brought || '0' : '–'}
        size="sum"
        onOpen={() => onOpen('filled')}
      />
      {(data?.toEnter ?? 0) > 0 && (
        <NumberTile
          title={t('waitlist:figure.to_enter')}
          value={format.number(data?.toEnter ?? 0)}
          onOpen={() => onOpen('to_enter')}
        />
      )}
    </div>
  );
}
