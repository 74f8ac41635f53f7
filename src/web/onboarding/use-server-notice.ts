import type { Notice } from '#contract/onboarding.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import type { CabinetNotice } from '#web/lib/room.ts';
import { noticeTarget, noticeText } from './notice-words.ts';
import { useNotices } from './use-notices.ts';

const KINDS: Partial<Record<Notice['kind'], CabinetNotice['kind']>> = {
  channel_down: 'channel_dead',
  quota_exhausted: 'quota_exhausted',
  connection_broken: 'connection_dead',
};

/** What the server says stops the whole cabinet, for the line under the header. */
export function useServerNotice(): CabinetNotice | undefined {
  const t = useTexts();
  const format = useFormat();
  const banner = useNotices().data?.banner;
  const kind = banner && KINDS[banner.kind];
  if (!kind) return undefined;
  const { label, to } = noticeTarget(banner, t);
  return { kind, text: `${noticeText(banner, t, format)}.`, action: { label, to } };
}
