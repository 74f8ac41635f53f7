import { NativeSelect } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { fieldText } from '#web/lib/api/problem-text.ts';
import { PERIOD_CHOICES, type PeriodValues } from './opt-out-period.ts';
import { DateField } from '#web/ui/fields/DateField.tsx';

type Props = {
  values: PeriodValues;
  /** Why the day is refused; a reason of the contract. */
  reason: unknown;
  onChange: (change: Partial<PeriodValues>) => void;
};

/** How long a contact is not written to. */
export function PeriodFields({ values, reason, onChange }: Props) {
  const t = useTexts();
  const words = { forever: t('contacts:period.forever'), until: t('contacts:period.until') };
  return (
    <>
      <NativeSelect
        label={t('contacts:period.label')}
        value={values.period}
        data={PERIOD_CHOICES.map((value) => ({
          value,
          label:
            value === 'forever' || value === 'until'
              ? words[value]
              : t('contacts:period.months', { count: Number(value) }),
        }))}
        onChange={({ currentTarget }) => onChange({ period: currentTarget.value })}
      />
      {values.period === 'until' && (
        <DateField
          label={t('contacts:period.day')}
          description={t('contacts:period.day_help')}
          value={values.day}
          error={typeof reason === 'string' ? fieldText(reason, t) : undefined}
          onChange={(day) => onChange({ day })}
        />
      )}
    </>
  );
}
