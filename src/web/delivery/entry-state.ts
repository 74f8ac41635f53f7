import type { LogEntry } from '#contract/delivery/calls.ts';
import type { TickState } from '#web/ui/feedback/Ticks.tsx';

const TICK_BY_STATUS: Record<LogEntry['status'], TickState> = {
  planned: 'planned',
  sending: 'planned',
  accepted: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  unknown: 'failed',
  cancelled: 'failed',
  skipped: 'failed',
};

/** How far a message came, as the ticks know it. */
export function tickOf(entry: Pick<LogEntry, 'status' | 'isReplied'>): TickState {
  return entry.isReplied ? 'replied' : TICK_BY_STATUS[entry.status];
}

/** Whether we decided not to send it, by a rule or because what it was for is gone. */
export function isDecidedAgainst({ status }: Pick<LogEntry, 'status'>): boolean {
  return status === 'skipped' || status === 'cancelled';
}
