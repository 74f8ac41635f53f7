import type { RecordingId, TalkId } from '#contract/quality/talks.ts';
import { idIn, wordIn } from '#web/lib/api/known.ts';

export const TABS = ['reports', 'talks', 'checklists'] as const;
const WINDOWS = ['order', 'import', 'settings'] as const;

/** The state of /chats and /calls in their address. */
export const readTalksSearch = (search: Readonly<Record<string, unknown>>) => ({
  tab: wordIn(TABS, search['tab']),
  /** A window over the page: a new report, an import, the settings. */
  open: wordIn(WINDOWS, search['open']),
  talk: idIn<TalkId>(search['talk']),
  recording: idIn<RecordingId>(search['recording']),
});
