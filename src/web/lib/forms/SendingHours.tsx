import { Chip, Group, NativeSelect, Text } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS = Array.from({ length: 25 }, (_, hour) => hour);
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

type Hours = { startHour: number; endHour: number };
type HoursProps = {
  hours: Hours;
  help: string;
  error: string | undefined;
  onChange: (hours: Hours) => void;
};

/** Hours of the day in which messages leave. */
export function SendingHours({ hours, help, error, onChange }: HoursProps) {
  const t = useTexts();
  return (
    <div>
      <Group align="flex-start" grow>
        <NativeSelect
          label={t('flows:editor.window_from')}
          value={String(hours.startHour)}
          data={HOURS.slice(0, 24).map((hour) => ({ value: String(hour), label: clock(hour) }))}
          onChange={({ currentTarget }) => onChange({ ...hours, startHour: Number(currentTarget.value) })}
        />
        <NativeSelect
          label={t('flows:editor.window_to')}
          value={String(hours.endHour)}
          data={HOURS.slice(1).map((hour) => ({ value: String(hour), label: clock(hour) }))}
          error={error}
          onChange={({ currentTarget }) => onChange({ ...hours, endHour: Number(currentTarget.value) })}
        />
      </Group>
      <Text size="sm" c="dimmed" mt={6}>
        {help}
      </Text>
    </div>
  );
}

type DaysProps = {
  /** Left out: weekdays on which messages leave. */
  label?: string;
  help?: string;
  days: readonly number[];
  onChange: (days: number[]) => void;
};

/** Weekdays, 1 is Monday; none chosen: any. */
export function SendingDays({ label, help, days, onChange }: DaysProps) {
  const t = useTexts();
  const title = label ?? t('flows:editor.weekdays');
  return (
    <div role="group" aria-label={title}>
      <Text size="sm" fw={550} mb={6}>
        {title}
      </Text>
      <Chip.Group
        multiple
        value={days.map(String)}
        onChange={(chosen) => onChange(chosen.map(Number).toSorted((one, other) => one - other))}
      >
        <Group gap={6}>
          {WEEKDAYS.map((day) => (
            <Chip key={day} value={String(day)}>
              {t(`flows:weekday.d${day}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Text size="sm" c="dimmed" mt={6}>
        {help ?? t('flows:editor.weekdays_help')}
      </Text>
    </div>
  );
}
