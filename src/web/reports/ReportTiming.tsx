import { Chip, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { FlowTiming } from '#contract/flows/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { clockOf } from '#web/lib/format/span.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HALF_HOUR = 30;
/** The kind's times: until 23:00, so that a report still leaves on its day. */
const TIMES = Array.from({ length: 23 * 2 + 1 }, (_, index) => index * HALF_HOUR);

type Timing = Pick<FlowTiming, 'delayMinutes' | 'weekdays'>;

type Props = {
  timing: Timing;
  isWeekly: boolean;
  /** The error of the time, in words. */
  error: string | undefined;
  onChange: (change: Partial<Timing>) => void;
};

/** The time and the days on which a report is sent; a weekly one has one day. */
export function ReportTiming({ timing, isWeekly, error, onChange: set }: Props) {
  const t = useTexts();
  const { delayMinutes, weekdays } = timing;
  const times = TIMES.includes(delayMinutes) ? TIMES : [...TIMES, delayMinutes].toSorted((one, other) => one - other);
  const days = WEEKDAYS.map((day) => (
    <Chip key={day} value={String(day)}>
      {t(`flows:weekday.d${day}`)}
    </Chip>
  ));
  return (
    <Stack>
      <NativeSelect
        label={t('audiences:timing.at')}
        value={String(delayMinutes)}
        data={times.map((time) => ({ value: String(time), label: clockOf(time) }))}
        error={error}
        onChange={({ currentTarget }) => set({ delayMinutes: Number(currentTarget.value) })}
      />
      <div role="group" aria-label={t('flows:editor.weekdays')}>
        <Text size="sm" fw={550} mb={6}>
          {t('flows:editor.weekdays')}
        </Text>
        {isWeekly ? (
          <Chip.Group value={String(weekdays[0] ?? 1)} onChange={(day) => set({ weekdays: [Number(day)] })}>
            <Group gap={6}>{days}</Group>
          </Chip.Group>
        ) : (
          <Chip.Group
            multiple
            value={weekdays.map(String)}
            onChange={(chosen) => set({ weekdays: chosen.map(Number).toSorted() })}
          >
            <Group gap={6}>{days}</Group>
          </Chip.Group>
        )}
        {!isWeekly && (
          <Text size="sm" c="dimmed" mt={6}>
            {t('flows:editor.weekdays_help')}
          </Text>
        )}
      </div>
    </Stack>
  );
}
