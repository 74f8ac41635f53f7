import type { QUALITY_NOTICES } from '#contract/quality/codes.ts';
import { countIn, textIn } from '#web/lib/api/known.ts';
import type { WordsOf } from '#web/lib/pages/notice-words.ts';
import type { NoticeTarget } from '#web/lib/pages/room.ts';

export const qualityNotices: WordsOf<(typeof QUALITY_NOTICES)[number]> = {
  quality_done: ({ reportId, kind, done, failed, count }, { t }) => ({
    text:
      (countIn(failed) ?? 0) > 0
        ? t('notices:quality_done_failed', { done: countIn(done) ?? 0, total: countIn(count) ?? 0 })
        : t('notices:quality_done', { count: countIn(done) ?? 0 }),
    target: reportTarget(t('notices:action.open'), kind, reportId),
  }),
  quality_error: ({ reportId, kind }, { t }) => ({
    text: t('notices:quality_error'),
    target: reportTarget(t('notices:action.open'), kind, reportId),
  }),
};

/** The report, for those who may open the page that lists it. */
function reportTarget(label: string, kind: unknown, reportId: unknown): NoticeTarget {
  return { label, page: textIn(kind) === 'calls' ? '/calls' : '/chats', to: `/reports/${textIn(reportId) ?? ''}` };
}
