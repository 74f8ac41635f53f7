import { useQuery } from '@tanstack/react-query';
import type { Notice } from '#contract/onboarding.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import type { CabinetNotice } from '#web/lib/room.ts';
import { useNotices } from './use-notices.ts';

const KINDS: Partial<Record<Notice['kind'], CabinetNotice['kind']>> = {
  channel_down: 'channel_dead',
  quota_exhausted: 'quota_exhausted',
  connection_broken: 'connection_dead',
};

// NOTE: most cabinets have no such notice, so its words are not part of the first load.
const loadWords = () => import('./notice-words.ts');

/** Returns the banner of a notice that stops the whole cabinet. */
export function useServerNotice(): CabinetNotice | undefined {
  const t = useTexts();
  const format = useFormat();
  const banner = useNotices().data?.banner;
  const kind = banner && KINDS[banner.kind];
  const words = useQuery({
    queryKey: ['onboarding', 'notice words'],
    queryFn: loadWords,
    enabled: kind !== undefined,
  }).data;
  if (!kind || !words) return undefined;
  const { noticeTarget, noticeText } = words;
  const { label, to } = noticeTarget(banner, t);
  return { kind, text: `${noticeText(banner, t, format)}.`, action: { label, to } };
}
