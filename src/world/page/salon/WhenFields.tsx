import { Group, Select, TextInput } from '@mantine/core';
import { timeOf } from '../format.ts';
import { useTexts } from '../texts.tsx';

type Props = {
  day: string;
  time: string;
  /** Why the booking system refused this time. */
  error?: string | null;
  onDay(day: string): void;
  onTime(time: string): void;
};

const TIMES = Array.from({ length: 49 }, (_, index) => timeOf(9 * 60 + index * 15));

/** A day and a quarter of an hour of the salon's working time. */
export function WhenFields({ day, time, error, onDay, onTime }: Props) {
  const { t } = useTexts();
  const times = TIMES.includes(time) ? TIMES : [...TIMES, time].toSorted();
  return (
    <Group grow align="start">
      <TextInput
        label={t('date')}
        type="date"
        value={day}
        onChange={(event) => onDay(event.currentTarget.value)}
        required
      />
      <Select
        label={t('time')}
        value={time}
        error={error}
        onChange={(next) => next && onTime(next)}
        data={times}
        searchable
        allowDeselect={false}
        required
      />
    </Group>
  );
}
