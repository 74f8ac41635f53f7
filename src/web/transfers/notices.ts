import type { TRANSFERS_NOTICES } from '#contract/transfers/codes.ts';
import { countIn, textIn } from '#web/lib/api/known.ts';
import { targetAt, type WordsOf } from '#web/lib/pages/notice-words.ts';
import type { NoticeWords } from '#web/lib/pages/room.ts';

type Kind = (typeof TRANSFERS_NOTICES)[number];

export const transfersNotices: WordsOf<Kind> = {
  flows_offered: about('flows_offered', '/flows'),
  flows_taken: about('flows_taken', '/flows'),
  mailings_offered: about('mailings_offered', '/distributions'),
  mailings_taken: about('mailings_taken', '/distributions'),
};

function about(kind: Kind, page: string): NoticeWords {
  return ({ title, count }, { t }) => ({
    text: t(`notices:${kind}`, { name: textIn(title) ?? '', count: countIn(count) ?? 1 }),
    target: targetAt(t('notices:action.open'), page),
  });
}
