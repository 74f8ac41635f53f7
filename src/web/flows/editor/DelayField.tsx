import { Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { flowKind } from '#contract/flows/kinds.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { longUnit } from '#web/lib/format/span.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import type { FlowForm } from './flow-form.ts';
import { isDistant } from '#web/flows/kind-traits.ts';
import { spanWords } from './timing-words.ts';

const UNIT_MINUTES = { minutes: 1, hours: 60, days: 1_440, months: 43_200, years: 525_600 } as const;
type Unit = keyof typeof UNIT_MINUTES;
const SIDES = ['before', 'after'] as const;
const NEAR: readonly Unit[] = ['minutes', 'hours', 'days'];
const DISTANT: readonly Unit[] = ['days', 'months', 'years'];

/** Delay before the visit or after the event, within the limits of the kind. */
export function DelayField({ form }: { form: FlowForm }) {
  const t = useTexts();
  const { timing } = form.settings;
  const entry = flowKind(form.kind);
  const { min, max } = entry.delay;
  /** A task of a deal has messages before and after its time. */
  const isEither = min < 0 && max > 0;
  const isBefore = isEither ? timing.delayMinutes < 0 : max < 0;
  const [least, most] = isBefore ? [isEither ? 1 : -max, -min] : [Math.max(0, min), max];
  const units = (isDistant(entry) ? DISTANT : NEAR).filter((unit) => UNIT_MINUTES[unit] <= most);
  const [unit, setUnit] = useState<Unit>(() => firstUnit(timing.delayMinutes, units));
  const size = Math.abs(timing.delayMinutes);
  const count = Math.round((size / UNIT_MINUTES[unit]) * 100) / 100;

  function set(nextCount: number, nextUnit: Unit): void {
    const minutes = Math.round(nextCount * UNIT_MINUTES[nextUnit]);
    form.change({ timing: { ...timing, delayMinutes: isBefore ? -minutes : minutes } });
  }
  /** Limits a value in its unit. */
  const within = (value: number, of: Unit) =>
    Math.min(Math.floor(most / UNIT_MINUTES[of]), Math.max(Math.ceil(least / UNIT_MINUTES[of]), Math.round(value)));
  return (
    <div>
      {isEither && (
        <NativeSelect
          mb="sm"
          label={t('flows:editor.delay_side')}
          value={isBefore ? 'before' : 'after'}
          data={SIDES.map((side) => ({ value: side, label: t(`flows:editor.delay_sides.${side}`) }))}
          onChange={({ currentTarget: { value } }) =>
            form.change({ timing: { ...timing, delayMinutes: value === 'before' ? -Math.max(1, size) : size } })
          }
        />
      )}
      <Group align="flex-end" grow>
        <NumberField
          label={t(labelOf(isBefore, isEither))}
          min={within(0, unit)}
          max={within(most, unit)}
          value={count}
          error={form.errorOf('settings.timing.delayMinutes')}
          onChange={(value) => set(value, unit)}
        />
        <NativeSelect
          aria-label={t('flows:editor.delay_unit')}
          value={unit}
          data={units.map((value) => ({ value, label: t(`flows:editor.unit.${value}`, { count: Math.round(count) }) }))}
          onChange={({ currentTarget }) => {
            const next = units.find((one) => one === currentTarget.value) ?? unit;
            setUnit(next);
            set(within(count, next), next);
          }}
        />
      </Group>
      {isDistant(entry) && (
        <Text size="sm" c="dimmed" mt={6}>
          {t('audiences:timing.bounds', { from: spanWords(least, t), to: spanWords(most, t) })}{' '}
          {t('audiences:timing.month_note')}
        </Text>
      )}
    </div>
  );
}

function labelOf(isBefore: boolean, isOfTask: boolean) {
  if (!isBefore) return 'audiences:timing.after';
  return isOfTask ? 'flows:editor.delay_before_task' : 'flows:editor.delay_before';
}

/** Returns the largest unit of the kind in which the delay is a whole number. */
function firstUnit(minutes: number, units: readonly Unit[]): Unit {
  const { unit } = longUnit(minutes);
  if (units.includes(unit)) return unit;
  const whole = units.toReversed().find((one) => minutes % UNIT_MINUTES[one] === 0);
  return (minutes === 0 ? units[0] : whole) ?? 'minutes';
}
