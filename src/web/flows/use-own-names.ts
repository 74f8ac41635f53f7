import { mayBeProperty } from '#contract/event-properties.ts';
import type { FlowConditions } from '#contract/audiences.ts';
import type { FlowKind } from '#contract/flows.ts';
import { useFlowChoices } from '#web/audiences/use-condition-choices.ts';

/** Names a text may have beside our variables: what a program posts with its events. */
type OwnNames = { offered: readonly string[]; isOwn: (name: string) => boolean };

const NONE: OwnNames = { offered: [], isOwn: () => false };

/** Of a flow about events of programs. Until it is known what was posted, nothing is called wrong. */
export function useOwnNames(kind: FlowKind, conditions: FlowConditions): OwnNames {
  const { eventProperties: posted = [] } = useFlowChoices().data ?? {};
  if (kind !== 'api_event') return NONE;
  const isOwn = (name: string) => mayBeProperty(name, conditions, posted);
  const all = [...new Set(posted.flatMap(({ properties }) => properties))];
  return { offered: all.filter(isOwn), isOwn };
}
