import { Radio, Stack, Switch, Textarea } from '@mantine/core';
import type { AssistantSettings } from '#contract/assistants/settings.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { FieldsProps } from './fields.ts';
import { Part } from './Part.tsx';
import { USUAL_DAYS, WeekField } from './WeekField.tsx';

type Shift = AssistantSettings['workHours']['inside'];

/** Whether the assistant answers in work hours and outside them, and what it does then. */
export function WorkHoursPart({ settings, change, errorOf }: FieldsProps) {
  const t = useTexts();
  const format = useFormat();
  const { workHours } = settings;
  const set = (part: Partial<typeof workHours>) => change({ workHours: { ...workHours, ...part } });
  const hasHours = workHours.days.length > 0;
  return (
    <Part title={t('assistants:part.hours')}>
      <Radio.Group
        label={t('assistants:hours.when')}
        value={hasHours ? 'hours' : 'always'}
        onChange={(value) => set({ days: value === 'hours' ? [...USUAL_DAYS] : [] })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="always" label={t('assistants:hours.always')} />
          <Radio
            value="hours"
            label={t('assistants:hours.by_week')}
            description={[t('assistants:hours.by_week_help'), format.zoneNote()].filter(Boolean).join('. ')}
          />
        </Stack>
      </Radio.Group>
      {hasHours && (
        <>
          <WeekField days={workHours.days} errorOf={errorOf} onChange={(days) => set({ days })} />
          <ShiftFields
            name="inside"
            shift={workHours.inside}
            errorOf={errorOf}
            onChange={(inside) => set({ inside })}
          />
          <ShiftFields
            name="outside"
            shift={workHours.outside}
            errorOf={errorOf}
            onChange={(outside) => set({ outside })}
          />
        </>
      )}
    </Part>
  );
}

type ShiftProps = Pick<FieldsProps, 'errorOf'> & {
  name: 'inside' | 'outside';
  shift: Shift;
  onChange: (shift: Shift) => void;
};

function ShiftFields({ name, shift, errorOf, onChange }: ShiftProps) {
  const t = useTexts();
  return (
    <Stack gap="xs">
      <Switch
        label={t(`assistants:hours.${name}`)}
        description={t(`assistants:hours.${name}_help`)}
        checked={shift.isAnswering}
        onChange={({ currentTarget }) => onChange({ ...shift, isAnswering: currentTarget.checked })}
      />
      {shift.isAnswering && (
        <Textarea
          label={t(`assistants:hours.${name}_instruction`)}
          placeholder={t(`assistants:hours.${name}_example`)}
          autosize
          minRows={2}
          value={shift.instruction}
          error={errorOf(`settings.workHours.${name}.instruction`)}
          onChange={({ currentTarget }) => onChange({ ...shift, instruction: currentTarget.value })}
        />
      )}
    </Stack>
  );
}
