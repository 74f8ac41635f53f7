import type { LostAs } from '#contract/admin/diagnostics-values.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { MENDABLE_RULES } from '#contract/flows/reach-values.ts';
import { findingOf, type NewFinding } from './finding-rules.ts';

/** Messages of today that did not leave, by what became of them and why. */
export type Lost = { lostAs: LostAs; rule: DecisionRule | null; count: number };

/** Reasons that somebody can put right, beside those by which a flow reaches no contact. */
const MENDED_BY_PEOPLE: readonly string[] = [
  ...MENDABLE_RULES,
  'flow_stopped',
  'provider_refused',
  'content_rejected',
  'window_closed',
];

/** Messages that wait by these rules leave by themselves. */
const LEAVES_BY_ITSELF: readonly string[] = ['quiet_hours', 'send_window', 'weekday', 'daily_limit', 'warm_up'];

export function todayFindings(sent: number, lost: readonly Lost[]): NewFinding[] {
  if (sent === 0 && lost.length === 0) return [findingOf('today', 'today_none', 'attention')];
  const lines = lost.toSorted((a, b) => ORDER[toneOf(a)] - ORDER[toneOf(b)] || b.count - a.count);
  return [
    findingOf('today', 'today_sent', sent > 0 ? 'good' : 'attention', { count: sent }),
    ...lines.map((one) => findingOf('today', 'today_rule', toneOf(one), one)),
  ];
}

const ORDER = { bad: 0, attention: 1, good: 2 };

/** A decision by the owner's own conditions is as it should be. */
function toneOf({ lostAs, rule }: Lost): 'good' | 'attention' | 'bad' {
  if (rule !== null && MENDED_BY_PEOPLE.includes(rule)) return 'bad';
  if (lostAs === 'failed' || lostAs === 'unknown') return 'bad';
  if (lostAs !== 'waiting') return 'good';
  return rule !== null && LEAVES_BY_ITSELF.includes(rule) ? 'good' : 'attention';
}
