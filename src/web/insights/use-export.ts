import { CONVERSION_STEPS } from '#contract/insights/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { saveTable } from '#web/lib/pages/table-file.ts';
import { spentIn } from './conversion/conversion-data.ts';
import type { Conversion } from './conversion/use-conversion.ts';

/** Saves the table behind the chart as a file that spreadsheets open. */
export function useExport(conversion: Conversion | undefined): () => void {
  const t = useTexts();
  return () => {
    if (!conversion) return;
    const { periods, total, from, to } = conversion;
    const currencies = total.spent.map(({ currency }) => currency);
    const head = [
      t('insights:conversion.from'),
      t('insights:conversion.to'),
      ...CONVERSION_STEPS.map((step) => t(`insights:conversion.step.${step}`)),
      ...currencies.map((currency) => `${t('insights:conversion.spent')}, ${currency}`),
    ];
    const rows = periods.map((period) => [
      period.from,
      period.to,
      ...CONVERSION_STEPS.map((step) => period[step]),
      ...currencies.map((currency) => spentIn(period, currency)),
    ]);
    saveTable(t('insights:conversion.file', { from, to }), [head, ...rows]);
  };
}
