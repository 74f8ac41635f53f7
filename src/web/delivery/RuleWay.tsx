import type { DecisionRule } from '#contract/delivery/calls.ts';
import { StartLinks } from '#web/channels/connecting/StartLinks.tsx';

/** Link to the solution of a reason not to send. */
export function RuleWay({ rule }: { rule: DecisionRule }) {
  return rule === 'no_channel' ? <StartLinks /> : null;
}
