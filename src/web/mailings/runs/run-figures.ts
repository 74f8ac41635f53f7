import type { MailingCounts } from '#contract/mailings/calls.ts';

/** Recipients about whom everything is decided: written to, or not reached. */
export const settledCount = ({ sent, failed, skipped }: MailingCounts): number => sent + failed + skipped;

/** Part of a whole, from 0 to 1; 0 of nothing. */
export const shareOf = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

const ALIVE: ReadonlySet<string> = new Set(['working', 'pause', 'error']);

/** Whether a mailing has begun and is not over. */
export const isRunning = ({ status, startedAt }: { status: string; startedAt: string | null }): boolean =>
  startedAt !== null && ALIVE.has(status);

/** Whether a mailing has ended for good. */
export const isOver = (status: string): boolean => status === 'done' || status === 'canceled';

/** Whether nothing of a mailing can be changed any more: it has ended, or is deleted. */
export const isFixed = ({ status, deletedAt }: { status: string; deletedAt: string | null }): boolean =>
  isOver(status) || deletedAt !== null;
