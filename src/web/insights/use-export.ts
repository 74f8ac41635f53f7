import { CONVERSION_STEPS } from '#contract/conversion-words.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { csvOf, spentIn } from './conversion-data.ts';
import type { Conversion } from './use-conversion.ts';

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
    save(`${t('insights:conversion.file', { from, to })}.csv`, csvOf([head, ...rows]));
  };
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url)); // NOTE: after the browser has begun to save
}
