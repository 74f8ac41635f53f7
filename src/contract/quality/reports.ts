import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Day, Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { ChecklistId, ChecklistSettings, ItemAgreement } from './checklists.ts';
import { Talk, TalkKind, SpokenLine, TalkSource } from './talks.ts';
import {
  CASE_STATES,
  CASE_TROUBLES,
  DISPUTE_STATES,
  MOST_REPORT_DAYS,
  REPORT_STATUSES,
  REPORT_STOPS,
  VERDICTS,
} from './values.ts';

export const QualityReportId = z.uuid().brand<'QualityReportId'>();
export type QualityReportId = z.infer<typeof QualityReportId>;
export const QualityCaseId = z.uuid().brand<'QualityCaseId'>();
export type QualityCaseId = z.infer<typeof QualityCaseId>;
export const VerdictId = z.uuid().brand<'VerdictId'>();
export type VerdictId = z.infer<typeof VerdictId>;

/** From 0 to 100, computed from verdicts; null: nothing applied. */
const Score = z.number().nullable();

const Period = { from: z.iso.date(), to: z.iso.date() };

/** Talks of a period judged by a checklist. */
export const QualityReport = z.object({
  id: QualityReportId,
  kind: TalkKind,
  source: z.array(TalkSource),
  period: z.object(Period),
  status: z.enum(REPORT_STATUSES),
  /** Why it stopped before its end. */
  stop: z.enum(REPORT_STOPS).nullable(),
  checklistId: ChecklistId,
  checklistTitle: z.string(),
  samplePercent: z.int(),
  /** Talks that were taken, and talks of the period. */
  talks: z.int(),
  found: z.int(),
  /** Parts of talks by who spoke: in all, judged, failed. */
  cases: z.int(),
  done: z.int(),
  failed: z.int(),
  score: Score,
  costMicroUsd: z.int(),
  capMicroUsd: z.int(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type QualityReport = z.infer<typeof QualityReport>;

const OfReport = z.object({ reportId: QualityReportId });

export const ReportOrder = z.object({
  kind: TalkKind,
  source: z.array(TalkSource).min(1, { error: 'required' }),
  /** Days of the cabinet's zone, both included; at most MOST_REPORT_DAYS. */
  from: Day,
  to: Day,
  checklistId: ChecklistId,
  /** Share of the talks that is judged, chosen by a fixed seed. */
  samplePercent: z.int().min(1, { error: 'range' }).max(100, { error: 'range' }).default(100),
});

export const estimateQualityReport = endpoint({
  method: 'POST',
  path: '/api/v1/quality/reports/estimate',
  access: 'member',
  summary: `Counts the talks of a period of at most ${MOST_REPORT_DAYS} days, and what judging them may cost.`,
  body: ReportOrder,
  reply: z.object({
    talks: z.int(),
    found: z.int(),
    /** Calls of the period that are not transcribed yet. */
    notReady: z.int(),
    costMicroUsd: z.int(),
    /** AI money of the cabinet. */
    balanceMicroUsd: z.int(),
  }),
  problems: ['checklist.not_found', 'quality_report.no_model'],
});

export const createQualityReport = endpoint({
  method: 'POST',
  path: '/api/v1/quality/reports',
  access: 'member',
  summary: 'Creates a report and begins to judge.',
  takesIdempotencyKey: true,
  /** `capMicroUsd`: the report stops when it has cost as much. */
  body: ReportOrder.extend({ capMicroUsd: z.int().min(1, { error: 'range' }) }),
  reply: QualityReport,
  problems: [
    'checklist.not_found',
    'checklist.empty',
    'quality_report.no_talks',
    'quality_report.no_model',
    'quality_report.balance',
  ],
});

export const listQualityReports = endpoint({
  method: 'GET',
  path: '/api/v1/quality/reports',
  access: 'member',
  summary: 'Reports, the newest first.',
  query: PageQuery.extend({ kind: TalkKind.optional() }),
  reply: pageOf(QualityReport),
});

/** Scores of one person or bot. */
export const EmployeeScore = z.object({
  employee: z.string(),
  isBot: z.boolean(),
  cases: z.int(),
  score: Score,
  /** Standard deviation of the scores of the cases; null under two. */
  spread: z.number().nullable(),
  /** Cases with a critical item not met. */
  criticals: z.int(),
  /** Quotes of "yes" and "no", those of the heaviest items. */
  best: z.array(z.object({ caseId: QualityCaseId, words: z.string(), quote: z.string() })),
  worst: z.array(z.object({ caseId: QualityCaseId, words: z.string(), quote: z.string() })),
  /** The item that was missed most; null: none. */
  mostMissed: z.string().nullable(),
  rootCause: z.string().nullable(),
});
export type EmployeeScore = z.infer<typeof EmployeeScore>;

export const ItemScore = ItemAgreement.extend({
  words: z.string(),
  yes: z.int(),
  no: z.int(),
  na: z.int(),
  unclear: z.int(),
});
export type ItemScore = z.infer<typeof ItemScore>;

/** Measured in talks, without a model; seconds. */
export const ChatMeasures = z.object({
  /** Median seconds to the first answer of the business. */
  firstAnswer: z.number().nullable(),
  longestWait: z.number().nullable(),
  unanswered: z.int(),
});

export const getQualityReport = endpoint({
  method: 'GET',
  path: '/api/v1/quality/reports/:reportId',
  access: 'member',
  summary: 'A report with scores of employees and items.',
  params: OfReport,
  reply: QualityReport.extend({
    checklist: ChecklistSettings,
    /** A few sentences by the model, from the computed figures; null: not written. */
    summary: z.string().nullable(),
    employees: z.array(EmployeeScore),
    items: z.array(ItemScore),
    measures: ChatMeasures.nullable(),
    troubles: z.array(z.object({ trouble: z.enum(CASE_TROUBLES), cases: z.int() })),
  }),
  problems: ['quality_report.not_found'],
});
export type WholeQualityReport = z.infer<typeof getQualityReport.reply>;

export const stopQualityReport = endpoint({
  method: 'POST',
  path: '/api/v1/quality/reports/:reportId/stop',
  access: 'member',
  summary: 'Stops a report; what was judged stays.',
  params: OfReport,
  reply: QualityReport,
  problems: ['quality_report.not_found'],
});

export const resumeQualityReport = endpoint({
  method: 'POST',
  path: '/api/v1/quality/reports/:reportId/resume',
  access: 'member',
  summary: 'Goes on with a stopped report; judged cases are not paid again.',
  params: OfReport,
  body: z.object({ capMicroUsd: z.int().min(1, { error: 'range' }).optional() }),
  reply: QualityReport,
  problems: [
    'quality_report.not_found',
    'quality_report.not_stopped',
    'quality_report.no_model',
    'quality_report.balance',
  ],
});

export const deleteQualityReport = endpoint({
  method: 'DELETE',
  path: '/api/v1/quality/reports/:reportId',
  access: 'owner',
  summary: 'Deletes a report with its verdicts, for good.',
  params: OfReport,
  problems: ['quality_report.not_found', 'quality_report.running'],
});

export const ItemVerdict = z.object({
  id: VerdictId,
  itemId: z.uuid(),
  words: z.string(),
  verdict: z.enum(VERDICTS),
  /** The model's verdict, where a person changed it. */
  modelVerdict: z.enum(VERDICTS),
  /** Words of the talk; null: none was found. */
  quote: z.string().nullable(),
  /** Index of the line in the transcript. */
  line: z.int().nullable(),
  /** Second of a call. */
  second: z.number().nullable(),
  comment: z.string(),
  rootCause: z.string().nullable(),
  /** Name of the member who changed it. */
  changedBy: z.string().nullable(),
  dispute: z
    .object({
      id: z.uuid(),
      state: z.enum(DISPUTE_STATES),
      wanted: z.enum(VERDICTS),
      reason: z.string(),
      by: z.string(),
      createdAt: Instant,
    })
    .nullable(),
});
export type ItemVerdict = z.infer<typeof ItemVerdict>;

/** The part of a talk in which one person or bot spoke for the business. */
export const QualityCase = z.object({
  id: QualityCaseId,
  talk: Talk,
  employee: z.string(),
  isBot: z.boolean(),
  /** Lines of the transcript, the last included. */
  fromLine: z.int(),
  toLine: z.int(),
  state: z.enum(CASE_STATES),
  trouble: z.enum(CASE_TROUBLES).nullable(),
  score: Score,
  isCriticalMissed: z.boolean(),
  missed: z.int(),
  costMicroUsd: z.int(),
});
export type QualityCase = z.infer<typeof QualityCase>;

export const listQualityCases = endpoint({
  method: 'GET',
  path: '/api/v1/quality/reports/:reportId/cases',
  access: 'member',
  summary: 'Cases of a report, the lowest score first.',
  params: OfReport,
  query: PageQuery.extend({
    employee: z.string().max(120).optional(),
    /** Cases in which this item was not met. */
    itemId: z.uuid().optional(),
    state: z.enum(CASE_STATES).optional(),
  }),
  reply: pageOf(QualityCase),
  problems: ['quality_report.not_found'],
});

export const getQualityCase = endpoint({
  method: 'GET',
  path: '/api/v1/quality/cases/:caseId',
  access: 'member',
  summary: 'A case with the talk and its verdicts.',
  params: z.object({ caseId: QualityCaseId }),
  reply: QualityCase.extend({
    reportId: QualityReportId,
    transcript: z.array(SpokenLine),
    verdicts: z.array(ItemVerdict),
  }),
  problems: ['quality_case.not_found'],
});
export type WholeQualityCase = z.infer<typeof getQualityCase.reply>;

const OfVerdict = z.object({ verdictId: VerdictId });

/** An owner's word changes the verdict at once; staff's opens a dispute. */
export const disagreeWithVerdict = endpoint({
  method: 'POST',
  path: '/api/v1/quality/verdicts/:verdictId/disagree',
  access: 'member',
  summary: 'Disagrees with a verdict.',
  takesIdempotencyKey: true,
  params: OfVerdict,
  body: z.object({
    wanted: z.enum(['yes', 'no', 'na']),
    reason: z.string().trim().max(500, { error: 'too_long' }).default(''),
    rootCause: z.string().max(80).nullable().default(null),
  }),
  reply: ItemVerdict,
  problems: ['quality_verdict.not_found'],
});

export const resolveDispute = endpoint({
  method: 'POST',
  path: '/api/v1/quality/disputes/:disputeId/resolve',
  access: 'owner',
  summary: 'Changes the verdict as a member of staff asked, or keeps it.',
  params: z.object({ disputeId: z.uuid() }),
  body: z.object({ isAccepted: z.boolean() }),
  reply: ItemVerdict,
  problems: ['quality_dispute.not_found', 'quality_dispute.resolved'],
});

/** The home of quality control. */
export const getQualityHome = endpoint({
  method: 'GET',
  path: '/api/v1/quality/home',
  access: 'member',
  summary: 'Scores of employees over the last 30 days, the trend by week, and disputes that wait.',
  reply: z.object({
    ...Period,
    employees: z.array(
      z.object({
        employee: z.string(),
        isBot: z.boolean(),
        cases: z.int(),
        score: Score,
        /** Score of the 30 days before. */
        before: Score,
        criticals: z.int(),
      }),
    ),
    /** Weeks of the last 12 with cases; people alone. */
    weeks: z.array(z.object({ from: z.iso.date(), cases: z.int(), score: Score })),
    missed: z.array(z.object({ words: z.string(), no: z.int(), judged: z.int() })),
    disputes: z.array(
      z.object({
        id: z.uuid(),
        caseId: QualityCaseId,
        words: z.string(),
        employee: z.string(),
        by: z.string(),
        reason: z.string(),
        createdAt: Instant,
      }),
    ),
    reports: z.array(QualityReport),
    /** Things that exist: the first steps are shown until a report is done. */
    has: z.object({
      conversations: z.boolean(),
      recordings: z.boolean(),
      checklists: z.boolean(),
      reports: z.boolean(),
    }),
  }),
});
export type QualityHome = z.infer<typeof getQualityHome.reply>;
