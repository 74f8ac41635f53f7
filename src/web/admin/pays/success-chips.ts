import type { Text } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import type { Success } from './use-pays.ts';

const CHOICES = ['true', 'false'] as const;

/** Chips that leave the paid payments, or the others. */
export const successChips = (t: Text, success: Success, onChange: (success: Success) => void) => ({
  label: t('pays:filter.label'),
  value: success ?? 'all',
  options: (['all', ...CHOICES] as const).map((value) => ({ value, label: t(`pays:filter.${value}`) })),
  onChange: (value: string) => onChange(wordIn(CHOICES, value)),
});
