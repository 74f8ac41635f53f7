import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from '#web/insights/conversion.module.css';
import { DateField } from '#web/ui/fields/DateField.tsx';

type Days = { from: string; to: string };

type Props = Days & { onChange: (days: Days) => void };

/** Input of the period. It applies once both days are valid; until then no request is sent. */
export function ConversionDays({ from, to, onChange }: Props) {
  const t = useTexts();
  const [typed, setTyped] = useState<Days | null>(null);
  const shown = typed ?? { from, to };
  const isBackwards = shown.from !== '' && shown.to !== '' && shown.from > shown.to;
  const type = (change: Partial<Days>) => {
    const next = { ...shown, ...change };
    const isPeriod = isDay(next.from) && isDay(next.to) && next.from <= next.to;
    setTyped(isPeriod ? null : next);
    if (isPeriod) onChange(next);
  };
  const field = (name: keyof Days) => (
    <DateField
      aria-label={t(`insights:conversion.${name}`)}
      aria-invalid={isBackwards || undefined}
      error={isBackwards}
      value={shown[name]}
      min={name === 'to' ? shown.from : undefined}
      max={name === 'from' ? shown.to : undefined}
      onChange={(value) => type({ [name]: value })}
      onBlur={() => !isBackwards && setTyped(null)}
    />
  );
  return (
    <div>
      <div className={classes.days}>
        {field('from')}
        <span aria-hidden>–</span>
        {field('to')}
      </div>
      {isBackwards && (
        <Text size="sm" c="bad" mt={4} role="alert">
          {t('insights:conversion.backwards')}
        </Text>
      )}
    </div>
  );
}

/** Years are typed digit by digit: those before are no days anybody means. */
function isDay(value: string): boolean {
  return value >= '2000-01-01';
}
