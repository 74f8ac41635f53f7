import type { FlowId } from '#contract/flows.ts';
import type { TenantScope } from '#server/platform/db.ts';
import type { StoredFlow } from '#server/flows/stored-flows.ts';
import { listFlowVersions } from './queries.ts';

/** Flows as they were at earlier versions that somebody still waits with, by flow and version. */
export type KeptVersions = ReadonlyMap<string, StoredFlow>;

type Waiting = { flowId: FlowId; flowVersion: number; status: string };

/** Who is inside a running flow keeps the version she entered with, unless the owner moves her. */
export async function loadKeptVersions(
  scope: TenantScope,
  flows: readonly StoredFlow[],
  known: readonly Omit<Waiting, 'status'>[] | readonly Waiting[],
): Promise<KeptVersions> {
  const byId = new Map(flows.map((flow) => [flow.id, flow]));
  const wanted = new Map<string, { flowId: FlowId; version: number }>();
  for (const message of known) {
    const flow = byId.get(message.flowId);
    const isWaiting = !('status' in message) || message.status === 'planned';
    if (flow && isWaiting && message.flowVersion !== flow.version)
      wanted.set(keyOf(message), { flowId: message.flowId, version: message.flowVersion });
  }
  if (wanted.size === 0) return new Map();
  const versions = await listFlowVersions(scope, [...wanted.values()]);
  return new Map(
    versions.flatMap(({ flowId, version, settings }) => {
      const flow = byId.get(flowId);
      return flow ? [[keyOf({ flowId, flowVersion: version }), { ...flow, version, settings }] as const] : [];
    }),
  );
}

/** The flow as the message that waits for it knows it. */
export function asKept(flow: StoredFlow, known: readonly Waiting[], kept: KeptVersions): StoredFlow {
  const waiting = known.find(({ status }) => status === 'planned');
  return (waiting && kept.get(keyOf(waiting))) ?? flow;
}

export function keptFor(
  flow: StoredFlow,
  message: { flowId: FlowId; flowVersion: number },
  kept: KeptVersions,
): StoredFlow {
  return kept.get(keyOf(message)) ?? flow;
}

const keyOf = ({ flowId, flowVersion }: { flowId: FlowId; flowVersion: number }) => `${flowId} ${flowVersion}`;
