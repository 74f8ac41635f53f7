import type { FlowTextChanges } from '#contract/flow-texts.ts';

/** Places that a person deselected, for one search; all others that can be saved are selected. */
export type Choice = { search: string; places: ReadonlySet<string> };

export const placeKey = (flowId: string, path: string) => `${flowId}:${path}`;

/** Returns the selected places of each flow. A change beyond a limit is never selected. */
export function chosenIn(
  found: readonly FlowTextChanges[],
  leftOut: ReadonlySet<string>,
): { flowId: FlowTextChanges['flowId']; baseVersion: number; paths: string[] }[] {
  return found.flatMap(({ flowId, version, changes }) => {
    const paths = changes
      .filter(({ path, trouble }) => trouble === null && !leftOut.has(placeKey(flowId, path)))
      .map(({ path }) => path);
    return paths.length > 0 ? [{ flowId, baseVersion: version, paths }] : [];
  });
}

export const placesOf = (chosen: readonly { paths: readonly string[] }[]) =>
  chosen.reduce((sum, { paths }) => sum + paths.length, 0);
