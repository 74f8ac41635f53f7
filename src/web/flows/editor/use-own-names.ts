import { flowKind } from '#contract/flows/kinds.ts';
import { mayBeProperty } from '#contract/integrations/event-properties.ts';
import type { FlowConditions } from '#contract/audiences/calls.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import { useFlowChoices } from '#web/audiences/use-condition-choices.ts';

/** Names a text may use beside our variables: properties of API clients' events. */
type OwnNames = { offered: readonly string[]; isOwn: (name: string) => boolean };

const NONE: OwnNames = { offered: [], isOwn: () => false };

/** For flows about API events. Until the properties are loaded, no name counts as wrong. */
export function useOwnNames(kind: FlowKind, conditions: FlowConditions): OwnNames {
  const { eventProperties: known = [] } = useFlowChoices().data ?? {};
  if (!flowKind(kind).hasEventProperties) return NONE;
  const isOwn = (name: string) => mayBeProperty(name, conditions, known);
  const all = [...new Set(known.flatMap(({ properties }) => properties))];
  return { offered: all.filter(isOwn), isOwn };
}
