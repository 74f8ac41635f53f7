import type { QUALITY_NOTICES } from '#contract/quality/codes.ts';
import { countIn, textIn } from '#web/lib/api/known.ts';
import type { WordsOf } from '#web/lib/pages/notice-words.ts';
import type { NoticeTarget } from '#web/lib/pages/room.ts';

export const qualityNotices: WordsOf<(typeof QUALITY_NOTICES)[number]> = {
  quality_done: ({ reportId, done, failed, count }, { t }) => ({
    text:
      (countIn(failed) ?? 0) > 0
        ? t('notices:quality_done_failed', { done: countIn(done) ?? 0, total: countIn(count) ?? 0 })
        : t('notices:quality_done', { count: countIn(done) ?? 0 }),
    target: reportTarget(t('notices:action.open'), reportId),
  }),
  quality_error: ({ reportId }, { t }) => ({
    text: t('notices:quality_error'),
    target: reportTarget(t('notices:action.open'), reportId),
  }),
};

function reportTarget(label: string, reportId: unknown): NoticeTarget {
  const to = `/reports/${textIn(reportId) ?? ''}`;
  return { label, page: to, to };
}
