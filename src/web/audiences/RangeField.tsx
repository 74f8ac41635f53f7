import { Group, Text } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { OptionalNumber } from './OptionalNumber.tsx';
import { mostOf, type RangeCondition } from './range-limits.ts';

type Ends = { from: number | null; to: number | null };

type Props = {
  field: RangeCondition['field'];
  ends: Ends;
  error: string | undefined;
  onChange: (ends: Ends) => void;
};

/** A range, both of whose ends may be open. */
export function RangeField({ field, ends, error, onChange }: Props) {
  const t = useTexts();
  const { from, to } = ends;
  const isWrong = to !== null && (from ?? 0) >= to;
  return (
    <div>
      <Group grow align="flex-start">
        <OptionalNumber
          label={t('audiences:from')}
          placeholder={t('audiences:any')}
          most={mostOf(field)}
          value={from}
          isWrong={isWrong}
          onChange={(next) => onChange({ from: next === 0 && to === null ? null : next, to })}
        />
        <OptionalNumber
          label={t('audiences:to')}
          placeholder={t('audiences:any')}
          most={mostOf(field)}
          value={to}
          isWrong={isWrong}
          onChange={(next) => onChange({ from, to: next })}
        />
      </Group>
      <Text size="sm" mt={6} c={isWrong || error ? 'bad' : 'dimmed'} role={isWrong ? 'alert' : undefined}>
        {isWrong ? t('audiences:range_wrong') : (error ?? t('audiences:range_help'))}
      </Text>
    </div>
  );
}
