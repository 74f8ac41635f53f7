import { Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { MailingTiming } from '#contract/mailings/calls.ts';
import type { MailingRepeat } from '#contract/mailings/repeat.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { SendingDays } from '#web/lib/forms/SendingHours.tsx';
import { DateField } from '#web/ui/fields/DateField.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { EVERY, LAST_DAY, USUAL_REPEAT } from './repeats.ts';

const DAYS = Array.from({ length: LAST_DAY - 1 }, (_, index) => String(index + 1));
const USUAL_MONTHS = 3;

type Props = {
  timing: MailingTiming & { repeat: MailingRepeat };
  /** The first day that can be chosen, as `2026-11-23`. */
  today: string;
  errorOf: (path: string) => string | undefined;
  onChange: (repeat: MailingRepeat) => void;
};

/** On which days and at what time a mailing is sent again, and until when. */
export function RepeatFields({ timing: { repeat, startsAt }, today, errorOf, onChange }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { time, until } = repeat;
  const note = format.zoneNote(format.homeZone, startsAt ?? undefined);
  return (
    <Stack gap="sm">
      <ChoiceBar
        label={t('mailings:repeat.label')}
        value={repeat.every}
        options={EVERY.map((every) => ({ value: every, label: t(`mailings:repeat.${every}`) }))}
        onChange={(every) => onChange({ ...USUAL_REPEAT[every], time, until })}
      />
      {repeat.every === 'week' && (
        <div>
          <SendingDays
            label={t('mailings:repeat.days')}
            help={t('mailings:repeat.help')}
            days={repeat.daysOfWeek}
            onChange={(daysOfWeek) => onChange({ ...repeat, daysOfWeek })}
          />
          {errorOf('settings.timing.repeat.daysOfWeek') && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {errorOf('settings.timing.repeat.daysOfWeek')}
            </Text>
          )}
        </div>
      )}
      <Group align="flex-start" gap="sm" wrap="nowrap" grow>
        {repeat.every === 'month' && (
          <NativeSelect
            label={t('mailings:repeat.day')}
            value={String(repeat.dayOfMonth)}
            data={[
              ...DAYS.map((day) => ({ value: day, label: day })),
              { value: String(LAST_DAY), label: t('mailings:repeat.last_day') },
            ]}
            onChange={({ currentTarget }) => onChange({ ...repeat, dayOfMonth: Number(currentTarget.value) })}
          />
        )}
        <TextInput
          type="time"
          label={note ? t('flows:moment.time_in', { zone: note }) : t('flows:moment.time')}
          value={time}
          error={errorOf('settings.timing.repeat.time')}
          onChange={({ currentTarget }) => currentTarget.value && onChange({ ...repeat, time: currentTarget.value })}
        />
      </Group>
      {repeat.every === 'month' && (
        <Text size="sm" c="dimmed">
          {t('mailings:repeat.help')}
        </Text>
      )}
      <Switch
        label={t('mailings:repeat.ends')}
        description={t('mailings:repeat.ends_help')}
        checked={until !== null}
        onChange={({ currentTarget }) =>
          onChange({ ...repeat, until: currentTarget.checked ? monthsAfter(today) : null })
        }
      />
      {until !== null && (
        <DateField
          label={t('mailings:repeat.until')}
          min={today}
          value={until}
          error={errorOf('settings.timing.repeat.until')}
          onChange={(day) => day && onChange({ ...repeat, until: day })}
        />
      )}
    </Stack>
  );
}

/** The day some months later, as `2026-11-23`. */
function monthsAfter(day: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + USUAL_MONTHS);
  return date.toISOString().slice(0, 10);
}
