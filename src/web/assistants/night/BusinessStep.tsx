import { Input, TextInput } from '@mantine/core';
import { WeekField } from '#web/assistants/settings/WeekField.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { StepFields } from './NightBotForm.tsx';

/** The name and place of the business, and when people answer themselves. */
export function BusinessStep({ values, change, field, errorOf }: StepFields) {
  const t = useTexts();
  const format = useFormat();
  return (
    <>
      <TextInput label={t('assistants:night.business')} maxLength={300} {...field('businessName')} />
      <TextInput label={t('assistants:night.address')} maxLength={300} {...field('address')} />
      <TextInput
        type="url"
        label={t('assistants:night.map')}
        placeholder="https://"
        maxLength={300}
        {...field('mapLink')}
      />
      <Input.Wrapper
        label={t('assistants:night.hours')}
        description={[t('assistants:night.hours_help'), format.zoneNote()].filter(Boolean).join(' ')}
        error={errorOf('days')}
      >
        <WeekField
          days={values.days}
          errorOf={(path) => errorOf(path.replace('settings.workHours.', ''))}
          onChange={(days) => change({ days })}
        />
      </Input.Wrapper>
    </>
  );
}
