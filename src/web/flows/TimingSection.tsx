import { Chip, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#web/lib/i18n.ts';
import { wholeUnit } from '#web/lib/span.ts';
import { NumberField } from '#web/ui/NumberField.tsx';
import type { FlowForm } from './flow-form.ts';

const UNIT_MINUTES = { minutes: 1, hours: 60, days: 1_440 } as const;
type Unit = keyof typeof UNIT_MINUTES;
const UNITS: readonly Unit[] = ['minutes', 'hours', 'days'];
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS = Array.from({ length: 25 }, (_, hour) => hour);
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** When the message leaves. */
export function TimingSection({ form }: { form: FlowForm }) {
  const t = useTexts();
  const { timing } = form.settings;
  const { window: open, weekdays } = timing;
  const set = (change: Partial<typeof timing>) => form.change({ timing: { ...timing, ...change } });
  return (
    <Stack>
      <DelayField form={form} />
      <div>
        <Group align="flex-start" grow>
          <NativeSelect
            label={t('flows.window_from')}
            value={String(open.startHour)}
            data={HOURS.slice(0, 24).map((hour) => ({ value: String(hour), label: clock(hour) }))}
            onChange={({ currentTarget }) => set({ window: { ...open, startHour: Number(currentTarget.value) } })}
          />
          <NativeSelect
            label={t('flows.window_to')}
            value={String(open.endHour)}
            data={HOURS.slice(1).map((hour) => ({ value: String(hour), label: clock(hour) }))}
            error={form.errorOf('settings.timing.window.endHour')}
            onChange={({ currentTarget }) => set({ window: { ...open, endHour: Number(currentTarget.value) } })}
          />
        </Group>
        <Text size="sm" c="dimmed" mt={6}>
          {t('flows.window_help')}
        </Text>
      </div>
      <div role="group" aria-label={t('flows.weekdays')}>
        <Text size="sm" fw={550} mb={6}>
          {t('flows.weekdays')}
        </Text>
        <Chip.Group
          multiple
          value={weekdays.map(String)}
          onChange={(chosen) => set({ weekdays: chosen.map(Number).toSorted() })}
        >
          <Group gap={6}>
            {WEEKDAYS.map((day) => (
              <Chip key={day} value={String(day)}>
                {t(`flows.weekday.d${day}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Text size="sm" c="dimmed" mt={6}>
          {t('flows.weekdays_help')}
        </Text>
      </div>
    </Stack>
  );
}

/** How long before the visit, or after what happened. */
function DelayField({ form }: { form: FlowForm }) {
  const t = useTexts();
  const { timing } = form.settings;
  const isReminder = form.kind === 'visit_reminder';
  const first = wholeUnit(timing.delayMinutes);
  const [unit, setUnit] = useState<Unit>(first.unit);
  const count = Math.abs(timing.delayMinutes) / UNIT_MINUTES[unit];

  function set(nextCount: number, nextUnit: Unit): void {
    const minutes = Math.round(nextCount * UNIT_MINUTES[nextUnit]);
    form.change({ timing: { ...timing, delayMinutes: isReminder ? -minutes : minutes } });
  }
  return (
    <Group align="flex-end" grow>
      <NumberField
        label={t(isReminder ? 'flows.delay_before' : 'flows.delay_after')}
        min={isReminder ? 1 : 0}
        max={43_200 / UNIT_MINUTES[unit]}
        value={count}
        error={form.errorOf('settings.timing.delayMinutes')}
        onChange={(value) => set(value, unit)}
      />
      <NativeSelect
        aria-label={t('flows.delay_unit')}
        value={unit}
        data={UNITS.map((value) => ({ value, label: t(`flows.unit.${value}`, { count }) }))}
        onChange={({ currentTarget }) => {
          const next = UNITS.find((one) => one === currentTarget.value) ?? 'hours';
          setUnit(next);
          set(count, next);
        }}
      />
    </Group>
  );
}
