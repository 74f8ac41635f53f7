import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  disagreeWithVerdict,
  listQualityCases,
  QualityCaseId,
  QualityReportId,
  VerdictId,
} from '#contract/quality/reports.ts';
import type { TalkKind } from '#contract/quality/values.ts';
import { call, fetchSignedIn } from '#web/lib/api/api.ts';
import { pagesQuery } from '#web/lib/api/pages.ts';
import { toCallRefused } from '#web/lib/api/refused-response.ts';
import { currentLanguage } from '#web/lib/format/i18n.ts';
import { saveFile } from '#web/lib/pages/table-file.ts';
import { useFail, useRefresh } from '#web/quality/use-shared.ts';

export const useReports = (kind: TalkKind) =>
  useInfiniteQuery(
    pagesQuery(['quality', 'reports', kind], (cursor) =>
      call('GET /api/v1/quality/reports', { query: { kind, cursor } }),
    ),
  );

export const useReport = (reportId: QualityReportId) =>
  useQuery({
    queryKey: ['quality', 'report', reportId],
    queryFn: () => call('GET /api/v1/quality/reports/:reportId', { params: { reportId } }),
    placeholderData: (before) => before,
  });

export type CaseFilter = Pick<z.input<typeof listQualityCases.query>, 'employee' | 'itemId' | 'state'>;

export const useCases = (reportId: QualityReportId, filter: CaseFilter) =>
  useInfiniteQuery({
    ...pagesQuery(['quality', 'cases', reportId, filter], (cursor) =>
      call('GET /api/v1/quality/reports/:reportId/cases', { params: { reportId }, query: { ...filter, cursor } }),
    ),
    placeholderData: (before) => before,
  });

export const useCase = (caseId: QualityCaseId) =>
  useQuery({
    queryKey: ['quality', 'case', caseId],
    queryFn: () => call('GET /api/v1/quality/cases/:caseId', { params: { caseId } }),
  });

export function useDisagree(verdictId: VerdictId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof disagreeWithVerdict.body>) =>
      call('POST /api/v1/quality/verdicts/:verdictId/disagree', { params: { verdictId }, body }),
    onSuccess: refresh,
  });
}

export function useStopReport(reportId: QualityReportId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => call('POST /api/v1/quality/reports/:reportId/stop', { params: { reportId } }),
    onSettled: refresh,
    onError: useFail(),
  });
}

export function useResumeReport(reportId: QualityReportId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { capMicroUsd?: number }) =>
      call('POST /api/v1/quality/reports/:reportId/resume', { params: { reportId }, body }),
    onSettled: refresh,
  });
}

export function useDeleteReport(reportId: QualityReportId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => call('DELETE /api/v1/quality/reports/:reportId', { params: { reportId } }),
    onSuccess: () => void refresh(), // NOTE: not awaited: its page is left first
    onError: useFail(),
  });
}

/** Saves the report as a table or a document, in the language of the page. */
export function useReportExport(reportId: QualityReportId) {
  return useMutation({
    mutationFn: async ({ ending, name }: { ending: 'xlsx' | 'pdf'; name: string }) => {
      const query = new URLSearchParams({ language: currentLanguage() });
      const response = await fetchSignedIn(`/api/v1/quality/reports/${reportId}/export.${ending}?${query}`);
      if (!response.ok) throw await toCallRefused(response);
      saveFile(`${name}.${ending}`, await response.blob());
    },
    onError: useFail(),
  });
}
