import type { BulkChange } from '#contract/flow-bulk.ts';
import { clearDraft, readDraft, writeDraft } from '#web/lib/drafts.ts';

/** What can be taken back: the words it was told with, and the changes that do it. */
export type KeptUndo = { title: string; changes: BulkChange[]; until: number };

const KEY = 'flows.undo';
const KEPT_MS = 10_000;

/** Whether an offer stands on this page already: what is kept is for a page that was loaded anew. */
let isShown = false;

/** Keeps an offer for the case that the page is loaded anew while it stands. */
export function keepUndo(title: string, changes: readonly BulkChange[]): void {
  isShown = true;
  writeDraft(KEY, { title, changes, until: Date.now() + KEPT_MS });
}

export function forgetUndo(): void {
  clearDraft(KEY);
}

/** The offer of the page before it was loaded anew, once. */
export function takeKeptUndo(): KeptUndo | undefined {
  const kept = readDraft(KEY) as KeptUndo | undefined; // NOTE: written by `keepUndo` in this tab
  const isOurs = isShown;
  isShown = true;
  return kept && !isOurs && kept.until > Date.now() ? kept : undefined;
}
