/** Refusals of the room, and their HTTP statuses. */
export const QUALITY_PROBLEMS = {
  'checklist.not_found': 404,
  'checklist.limit_reached': 409,
  'checklist.empty': 400,
  'checklist.changed': 409,
  'quality_report.not_found': 404,
  'quality_report.no_talks': 409,
  'quality_report.running': 409,
  'quality_report.not_stopped': 409,
  'quality_report.no_model': 409,
  'quality_report.balance': 409,
  'quality_verdict.not_found': 404,
  'quality_dispute.not_found': 404,
  'quality_dispute.resolved': 409,
  'quality_case.not_found': 404,
  'quality_talk.not_found': 404,
  'quality_talk.in_report': 409,
  'chat_file.unreadable': 400,
  'chat_file.no_chats': 400,
  'recording.not_found': 404,
  'recording.busy': 409,
  'recording_upload.not_found': 404,
  'recording_upload.wrong_offset': 409,
  'recording_upload.too_large': 413,
  'recording_upload.not_audio': 400,
} as const;

/** A report is done, or stopped before its end. */
export const QUALITY_NOTICES = ['quality_done', 'quality_error'] as const;
