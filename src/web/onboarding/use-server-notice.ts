import type { Notice } from '#contract/onboarding/calls.ts';
import type { CabinetNotice } from '#web/lib/pages/room.ts';
import { useNoticeWords } from './use-notice-words.ts';
import { useNotices } from './use-notices.ts';

const KINDS: Partial<Record<Notice['kind'], CabinetNotice['kind']>> = {
  sending_paused: 'sending_paused',
  channel_down: 'channel_dead',
  quota_exhausted: 'quota_exhausted',
  renewal_refused: 'renewal_refused',
  renewal_stopped: 'tariff_expired',
  connection_broken: 'connection_dead',
};

/** Returns the banner of a notice that stops the whole cabinet. */
export function useServerNotice(): CabinetNotice | undefined {
  const banner = useNotices().data?.banner;
  const kind = banner && KINDS[banner.kind];
  // NOTE: most cabinets have no such notice, so the words are not part of the first load.
  const { describe } = useNoticeWords({ isNeeded: Boolean(kind) });
  const description = kind && describe?.(banner);
  if (!description) return undefined;
  const { label, to } = description.target;
  return { kind, text: `${description.text}.`, action: { label, to } };
}
