import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { createQualityReport, ReportOrder } from '#contract/quality/reports.ts';
import { call } from '#web/lib/api/api.ts';
import { useRefresh } from '#web/quality/use-shared.ts';

export type Order = z.input<typeof ReportOrder>;

/** Counts talks and money of an order. @param order null: something is not chosen yet */
export const useOrderEstimate = (order: Order | null) =>
  useQuery({
    queryKey: ['quality', 'estimate', order],
    meta: { alsoShows: ['models', 'conversations'] },
    queryFn: () => call('POST /api/v1/quality/reports/estimate', { body: order as Order }), // NOTE: not asked without one
    enabled: order !== null,
    placeholderData: (before) => before,
  });

export function useCreateReport() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof createQualityReport.body>) => call('POST /api/v1/quality/reports', { body }),
    onSuccess: refresh,
  });
}
