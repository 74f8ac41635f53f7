import type { FreedSlot, OfferStatus } from '#contract/waitlist/calls.ts';
import type { Tone } from '#web/ui/feedback/ToneBadge.tsx';

/** The state of a slot as one word: of a filled one, what became of its visit. */
export function slotState({ status, booking }: Pick<FreedSlot, 'status' | 'booking'>) {
  if (status === 'open') return { key: 'open', tone: 'gray' } as const;
  if (status !== 'filled') return { key: status, tone: 'gray' } as const;
  if (booking === 'by_staff' || booking === 'failed') return { key: 'to_enter', tone: 'attention' } as const;
  return { key: 'filled', tone: 'good' } as const;
}

export const OFFER_TONES: Readonly<Record<OfferStatus, Tone>> = {
  queued: 'gray',
  open: 'attention',
  accepted: 'good',
  declined: 'gray',
  lapsed: 'gray',
  lost: 'gray',
  withdrawn: 'gray',
  skipped: 'gray',
};
