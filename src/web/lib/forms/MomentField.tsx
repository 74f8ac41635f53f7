import { Group, TextInput } from '@mantine/core';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { instantOf } from '#web/lib/format/zoned-time.ts';
import { DateField } from '#web/ui/fields/DateField.tsx';

type Props = {
  label: string;
  description?: string;
  /** ISO 8601. */
  value: string | null;
  /** Local time that stands there when a day is chosen first, e.g. `10:00`. */
  usualTime: string;
  /** First day that can be chosen, as `2026-11-23`. */
  firstDay: string;
  error?: string | undefined;
  onChange: (value: string | null) => void;
};

/** A day and a time of the cabinet; its zone is named when it is not the viewer's. */
export function MomentField({ label, description, value, usualTime, firstDay, error, onChange }: Props) {
  const t = useTexts();
  const format = useFormat();
  const zone = format.homeZone;
  const day = value ? format.dayKey(value, zone) : '';
  const time = value ? format.time(value, zone) : '';
  const set = (nextDay: string, nextTime: string) => onChange(nextDay ? instantOf(nextDay, nextTime, zone) : null);
  const note = format.zoneNote(zone, value ?? undefined);
  return (
    <Group align="flex-start" gap="sm" wrap="nowrap" grow>
      <DateField
        label={label}
        description={description}
        min={firstDay}
        value={day}
        error={error}
        onChange={(next) => set(next, time || usualTime)}
      />
      {value && (
        <TextInput
          type="time"
          label={note ? t('flows:moment.time_in', { zone: note }) : t('flows:moment.time')}
          description={description && '\u00a0'}
          value={time}
          onChange={({ currentTarget }) => currentTarget.value && set(day, currentTarget.value)}
        />
      )}
    </Group>
  );
}
