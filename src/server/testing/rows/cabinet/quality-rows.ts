import { randomUUID } from 'node:crypto';

export type QualityIds = Record<
  'checklistId' | 'recordingId' | 'uploadId' | 'talkId' | 'reportId' | 'verdictId' | 'disputeId',
  string
>;

export const qualityIds = (): QualityIds => ({
  checklistId: randomUUID(),
  recordingId: randomUUID(),
  uploadId: randomUUID(),
  talkId: randomUUID(),
  reportId: randomUUID(),
  verdictId: randomUUID(),
  disputeId: randomUUID(),
});

type Ids = QualityIds & Record<'caseId' | 'conversationId' | 'memberId' | 'mark', string> & { at: Temporal.Instant };

/** A row of each table of quality control, without the tenant. */
export function qualityRows(ids: Ids): Record<string, Record<string, unknown>> {
  const { mark } = ids;
  const at = ids.at.toString();
  const day = at.slice(0, 10);
  const itemId = randomUUID();
  const item = {
    id: itemId,
    words: mark,
    weight: 1,
    isCritical: false,
    mayNotApply: true,
    part: 'whole',
    rootCauses: [],
  };
  const checklist = JSON.stringify({ title: mark, kind: 'both', items: [item] });
  const line = { side: 'employee', speaker: mark, text: mark, at, from: null, to: null, isGuessed: false };
  const state = { state: 'ready', seconds: 1, is_stereo: true };
  return {
    quality_checklists: { id: ids.checklistId, settings: checklist, created_at: at, updated_at: at },
    quality_recordings: {
      id: ids.recordingId,
      file_name: mark,
      size: 1,
      ...state,
      started_at: at,
      created_at: at,
      updated_at: at,
    },
    quality_uploads: { id: ids.uploadId, file_name: mark, size: 1, created_at: at, updated_at: at },
    quality_recording_pieces: { recording_id: ids.recordingId, channel: 0, piece: 0, starts_at: 0, segments: '[]' },
    quality_talks: {
      id: ids.talkId,
      kind: 'calls',
      source: 'recordings',
      source_key: ids.recordingId,
      title: mark,
      started_at: at,
      lines: JSON.stringify([line]),
      line_count: 1,
      employees: JSON.stringify([{ name: mark, isBot: false }]),
      recording_id: ids.recordingId,
      created_at: at,
    },
    quality_reports: {
      id: ids.reportId,
      kind: 'calls',
      sources: ['recordings'],
      from_day: day,
      to_day: day,
      status: 'Done',
      checklist_id: ids.checklistId,
      checklist_version: 1,
      checklist,
      sample_percent: 100,
      talks: 1,
      found: 1,
      cases: 1,
      done: 1,
      cap_micro_usd: 1_000,
      summary: mark,
      created_by: ids.memberId,
      created_at: at,
      finished_at: at,
      taken_at: at,
    },
    quality_report_talks: { report_id: ids.reportId, talk_id: ids.talkId },
    quality_cases: {
      id: ids.caseId,
      report_id: ids.reportId,
      talk_id: ids.talkId,
      part: 0,
      employee: mark,
      is_bot: false,
      from_line: 0,
      to_line: 0,
      state: 'done',
      score: 100,
      day,
    },
    quality_verdicts: {
      id: ids.verdictId,
      case_id: ids.caseId,
      item_id: itemId,
      verdict: 'yes',
      model_verdict: 'yes',
      quote: mark,
      line: 0,
      created_at: at,
    },
    quality_disputes: {
      id: ids.disputeId,
      verdict_id: ids.verdictId,
      state: 'open',
      wanted: 'no',
      reason: mark,
      created_by: ids.memberId,
      created_at: at,
    },
    quality_settings: { audio_days: 90 },
  };
}
