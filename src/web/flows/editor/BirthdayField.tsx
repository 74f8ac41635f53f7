import { clockOf } from '#web/lib/format/span.ts';
import { Group, NativeSelect, Stack } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import type { FlowForm } from './flow-form.ts';
import { birthdayDelay } from './timing-words.ts';

const WHERES = ['before', 'on', 'after'] as const;
type Where = (typeof WHERES)[number];
const DAY_MINUTES = 1_440;
const HALF_HOUR = 30;
const TIMES = Array.from({ length: DAY_MINUTES / HALF_HOUR }, (_, index) => index * HALF_HOUR);
/** Limits of the kind: two weeks either way. The hour counts too, so the last day after it is excluded. */
const MAX_DAYS = { before: 14, on: 0, after: 13 } as const;

/** Chooses the day relative to the birthday, and the time. */
export function BirthdayField({ form }: { form: FlowForm }) {
  const t = useTexts();
  const { timing } = form.settings;
  const { days, minutes } = birthdayDelay(timing.delayMinutes);
  const where = whereOf(days);
  const set = (nextDays: number, nextMinutes: number) =>
    form.change({ timing: { ...timing, delayMinutes: nextDays * DAY_MINUTES + nextMinutes } });
  const times = TIMES.includes(minutes) ? TIMES : [...TIMES, minutes].toSorted((one, other) => one - other);
  return (
    <Stack gap="sm">
      <ChoiceBar
        label={t('audiences:timing.where_label')}
        value={where}
        options={WHERES.map((value) => ({ value, label: t(`audiences:timing.where.${value}`) }))}
        onChange={(next) => set({ before: -1, on: 0, after: 1 }[next], minutes)}
      />
      <Group grow align="flex-start">
        {where !== 'on' && (
          <NumberField
            label={t(where === 'before' ? 'audiences:timing.days' : 'audiences:timing.days_after')}
            min={1}
            max={MAX_DAYS[where]}
            value={Math.abs(days)}
            error={form.errorOf('settings.timing.delayMinutes')}
            onChange={(count) => set(where === 'before' ? -count : count, minutes)}
          />
        )}
        <NativeSelect
          label={t('audiences:timing.at')}
          value={String(minutes)}
          data={times.map((time) => ({ value: String(time), label: clockOf(time) }))}
          onChange={({ currentTarget }) => set(days, Number(currentTarget.value))}
        />
      </Group>
    </Stack>
  );
}

function whereOf(days: number): Where {
  if (days === 0) return 'on';
  return days < 0 ? 'before' : 'after';
}
