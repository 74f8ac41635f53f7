import type { Flow } from '#contract/flows/calls.ts';
import { useChangeWords } from '#web/audiences/versions/use-change-words.ts';
import { VersionList } from '#web/audiences/versions/VersionList.tsx';
import { useFlowVersions, useRollBackFlow } from './use-flow-versions.ts';
import { useTimingWords } from './use-timing-words.ts';

/** Every save of a flow. */
export function FlowVersions({ flow }: { flow: Flow }) {
  const versions = useFlowVersions(flow.id);
  const rollBack = useRollBackFlow(flow.id);
  const timing = useTimingWords();
  const words = useChangeWords({
    valueOf: (path, value) =>
      path === 'timing.delayMinutes' && typeof value === 'number' ? timing(flow.kind, value) : null,
  });
  return (
    <VersionList
      versions={versions}
      current={flow.version}
      words={words}
      isBusy={rollBack.isPending}
      onRollBack={(version) => rollBack.mutate({ version, baseVersion: flow.version })}
    />
  );
}
