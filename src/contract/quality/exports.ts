import { z } from 'zod';
import { Language } from '#contract/primitives.ts';
import { QualityReportId } from './reports.ts';

const OfReport = z.object({ reportId: QualityReportId });

/** The verdicts of a report as a workbook, one in a row, with the words of a language. */
export const exportQualityVerdicts = {
  method: 'GET',
  path: '/api/v1/quality/reports/:reportId/export.xlsx',
  params: OfReport,
  query: z.object({ language: Language }),
} as const;

/** The summary of a report as a document in a language. */
export const exportQualitySummary = {
  method: 'GET',
  path: '/api/v1/quality/reports/:reportId/export.pdf',
  params: OfReport,
  query: z.object({ language: Language }),
} as const;
