import type { QualityReport } from '#contract/quality/reports.ts';
import { useDollars } from '#web/assistants/use-models.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

/** The title and the progress of a report in words. */
export function useReportWords() {
  const t = useTexts();
  const format = useFormat();
  const dollars = useDollars();
  return {
    /** `Chats, 1–7 November`. */
    title: ({ kind, period }: Pick<QualityReport, 'kind' | 'period'>) =>
      t(`quality:report.title.${kind}`, { period: format.days(period.from, period.to) }),
    /** `47 of 50; 3 unreadable`, or what is left while it runs. */
    progress: ({ status, stop, cases, done, failed, costMicroUsd }: QualityReport): string => {
      const cost = dollars(costMicroUsd);
      if (status === 'Created' && stop === null) return t('quality:progress.created');
      if (status === 'InProgress' && stop === null)
        return t('quality:progress.running', { done, cases, left: Math.max(0, cases - done - failed), cost });
      const counts = t('quality:progress.done', { done, cases });
      const unreadable = failed > 0 ? t('quality:progress.failed', { count: failed }) : null;
      return [counts, unreadable].filter(Boolean).join('; ');
    },
    /** Whether it is still being made. */
    isRunning: ({ status, stop }: Pick<QualityReport, 'status' | 'stop'>) =>
      stop === null && (status === 'Created' || status === 'InProgress'),
  };
}
