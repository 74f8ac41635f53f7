import type { FlowTextChanges } from '#contract/flow-texts.ts';

/** Places a person left out, of one search; all others that can be saved are chosen. */
export type Choice = { search: string; places: ReadonlySet<string> };

export const placeKey = (flowId: string, path: string) => `${flowId}:${path}`;

/** What will be replaced: each flow with its chosen places. A change that breaks a limit is never among them. */
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
