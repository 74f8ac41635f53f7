import { Chip, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useTexts } from '#web/lib/i18n.ts';
import type { FlowForm } from '#web/flows/flow-form.ts';
import { clockOf } from '#web/flows/timing-words.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HALF_HOUR = 30;
/** Of the kind: until 23:00, so that it still leaves on its day. */
const TIMES = Array.from({ length: 23 * 2 + 1 }, (_, index) => index * HALF_HOUR);

/** At what time of which days a report is told; a weekly one on one day. */
export function ReportTiming({ form }: { form: FlowForm }) {
  const t = useTexts();
  const { timing } = form.settings;
  const { delayMinutes, weekdays } = timing;
  const isWeekly = form.kind === 'weekly_report';
  const set = (change: Partial<typeof timing>) => form.change({ timing: { ...timing, ...change } });
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
        error={form.errorOf('settings.timing.delayMinutes')}
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
