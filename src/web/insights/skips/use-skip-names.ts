import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { SkipBar, SkipReason } from './skip-chart-data.ts';

/** How bars and reasons are called beside the chart. */
export function useSkipNames() {
  const t = useTexts();
  const format = useFormat();
  return {
    nameOfBar: ({ from, to }: Pick<SkipBar, 'from' | 'to'>) => format.days(from, to),
    nameOfReason: ({ key, rules: [rule] }: SkipReason) =>
      key === 'other' || !rule ? t('insights:skips.other') : t(`rules:${rule}.name`),
  };
}
