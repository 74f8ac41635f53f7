import type { Flow } from '#contract/flows/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { VersionList } from '#web/senders/versions/VersionList.tsx';
import { useTimingWords } from './use-timing-words.ts';

/** Every save of a flow. */
export function FlowVersions({ flow }: { flow: Flow }) {
  const timing = useTimingWords();
  const params = { flowId: flow.id };
  return (
    <VersionList
      room="flows"
      saved={flow}
      calls={{
        list: (cursor) => call('GET /api/v1/flows/:flowId/versions', { params, query: { cursor } }),
        put: (body) => call('POST /api/v1/flows/:flowId/roll-back', { params, body }),
      }}
      own={{
        valueOf: (path, value) =>
          path === 'timing.delayMinutes' && typeof value === 'number' ? timing(flow.kind, value) : null,
      }}
    />
  );
}
