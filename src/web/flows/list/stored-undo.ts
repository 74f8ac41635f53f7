import type { FlowChange } from './flow-changes.ts';
import { clearDraft, readDraft, writeDraft } from '#web/lib/forms/drafts.ts';

/** A stored Undo: its text, and the changes that revert. */
export type StoredUndo = { title: string; changes: FlowChange[]; until: number };

const KEY = 'flows.undo';
const MAX_AGE_MS = 10_000;

/** Whether this page shows the offer already: the stored one is for a page loaded again. */
let isShown = false;

/** Stores an offer, in case the page is loaded again while it is valid. */
export function keepUndo(title: string, changes: readonly FlowChange[]): void {
  isShown = true;
  writeDraft(KEY, { title, changes, until: Date.now() + MAX_AGE_MS });
}

export function forgetUndo(): void {
  clearDraft(KEY);
}

/** Returns the offer stored before a reload, once. */
export function takeStoredUndo(): StoredUndo | undefined {
  const stored = readDraft(KEY) as StoredUndo | undefined; // NOTE: written by `keepUndo` in this tab
  const isOfThisPage = isShown;
  isShown = true;
  return stored && !isOfThisPage && stored.until > Date.now() ? stored : undefined;
}
