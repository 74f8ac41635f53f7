import type { DecisionRule } from '#contract/delivery/calls.ts';
import { findingOf, type NewFinding } from './finding-rules.ts';

export type FlowSeen = {
  id: string;
  title: string;
  status: string;
  mode: 'test' | 'combat';
  errorText: string | null;
  /** The rule by which it reaches no contact. */
  attentionRule: DecisionRule | null;
  /** Messages that left in the last 7 days, decisions against one, and the most frequent reason. */
  sent: number;
  skipped: number;
  mainRule: DecisionRule | null;
};

/** A live flow that decided against everything so often is not as its owner thinks. */
const SKIPS_AT_LEAST = 3;

/** Flows with a problem, one line each; those that only do not work are named together. */
export function flowFindings(flows: readonly FlowSeen[]): NewFinding[] {
  const live = flows.filter(({ status, mode }) => status === 'working' && mode === 'combat');
  const named = (code: 'flows_test' | 'flows_paused' | 'flows_unavailable', of: readonly FlowSeen[]) =>
    of.length === 0
      ? []
      : [
          findingOf('flows', code, code === 'flows_unavailable' ? 'bad' : 'attention', {
            count: of.length,
            names: of.map(({ title }) => title),
          }),
        ];
  return [
    live.length > 0
      ? findingOf('flows', 'flows_well', 'good', { count: live.length })
      : findingOf('flows', 'flows_none', 'bad'),
    ...flows.flatMap(problemOf),
    ...named('flows_unavailable', ofStatus(flows, 'unavailable')),
    ...named(
      'flows_test',
      flows.filter(({ status, mode }) => status === 'working' && mode === 'test'),
    ),
    ...named('flows_paused', ofStatus(flows, 'pause')),
  ];
}

const ofStatus = (flows: readonly FlowSeen[], wanted: string) => flows.filter(({ status }) => status === wanted);

function problemOf(flow: FlowSeen): NewFinding[] {
  const { id, title, status, mode, errorText, attentionRule, sent, skipped, mainRule } = flow;
  const known = { id, name: title };
  if (status === 'error') return [findingOf('flows', 'flow_error', 'bad', { ...known, text: errorText })];
  if (status !== 'working' || mode !== 'combat') return [];
  if (attentionRule) return [findingOf('flows', 'flow_unheard', 'bad', { ...known, rule: attentionRule })];
  if (sent > 0 || skipped < SKIPS_AT_LEAST) return [];
  return [findingOf('flows', 'flow_skips_all', 'attention', { ...known, count: skipped, rule: mainRule })];
}
