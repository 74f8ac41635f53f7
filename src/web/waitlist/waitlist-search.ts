import type { SlotFilter, SlotId, WaitEntryId } from '#contract/waitlist/calls.ts';
import { countIn, idIn, wordIn } from '#web/lib/api/known.ts';

export const TABS = ['slots', 'list', 'settings'] as const;
export type Tab = (typeof TABS)[number];

/** Days over which figures are counted. */
export const PERIODS = [7, 30, 90, 365] as const;
export const USUAL_DAYS = 30;

const FILTERS = ['freed', 'offered', 'filled', 'open', 'to_enter'] as const satisfies readonly SlotFilter[];

export type WaitlistSearch = {
  tab?: Tab | undefined;
  /** The figure whose slots are listed. */
  which?: SlotFilter | undefined;
  days?: number | undefined;
  /** The slot whose offers are shown. */
  slot?: SlotId | undefined;
  /** The entry that is changed; `new`: one is added. */
  entry?: WaitEntryId | 'new' | undefined;
};

export const readWaitlistSearch = (search: Readonly<Record<string, unknown>>): WaitlistSearch => {
  const days = countIn(search['days']);
  return {
    tab: wordIn(TABS, search['tab']),
    which: wordIn(FILTERS, search['which']),
    days: PERIODS.find((one) => one === days),
    slot: idIn<SlotId>(search['slot']),
    entry: search['entry'] === 'new' ? 'new' : idIn<WaitEntryId>(search['entry']),
  };
};
