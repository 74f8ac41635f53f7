import { listFlowVersions } from '#server/flows/storage/reads.ts';
import type { FlowId } from '#contract/flows.ts';
import { isHeldBack } from './reconciling-rules.ts';
import type { KnownMessage } from './queries.ts';
import type { TenantScope } from '#server/platform/db.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { troublesOf } from '#server/flows/stops/troubles.ts';

/** Flows as they were at earlier versions that somebody still waits with, by flow and version. */
export type KeptVersions = ReadonlyMap<string, StoredFlow>;

/**
 * Who is inside a running flow keeps the version she entered with, unless the owner moves her. A version that cannot be
 * understood is kept by nobody once the flow can be: it was mended for those who wait.
 *
 * @param promised what waits, or would if its flow had not been stopped
 */
export async function loadKeptVersions(
  scope: TenantScope,
  flows: readonly StoredFlow[],
  promised: readonly { flowId: FlowId; flowVersion: number }[],
): Promise<KeptVersions> {
  const byId = new Map(flows.map((flow) => [flow.id, flow]));
  const wanted = new Map<string, { flowId: FlowId; version: number }>();
  for (const message of promised) {
    const flow = byId.get(message.flowId);
    if (flow && message.flowVersion !== flow.version)
      wanted.set(keyOf(message), { flowId: message.flowId, version: message.flowVersion });
  }
  if (wanted.size === 0) return new Map();
  const versions = (await listFlowVersions(scope, [...wanted.values()])).flatMap(({ flowId, version, settings }) => {
    const flow = byId.get(flowId);
    return flow ? [{ ...flow, version, settings }] : [];
  });
  const troubles = await troublesOf(scope, versions);
  const isKept = ({ status }: StoredFlow, index: number) => status === 'error' || !troubles[index];
  return new Map(versions.filter(isKept).map((flow) => [keyOf({ flowId: flow.id, flowVersion: flow.version }), flow]));
}

/**
 * The flow as the message that waits for it knows it, or that would wait if the flow had not been stopped. What was tried
 * on the owner's phone gives the customer no version, nor the other way round.
 */
export function asKept(
  flow: StoredFlow,
  known: readonly KnownMessage[],
  { kept, now }: { kept: KeptVersions; now: Temporal.Instant },
): StoredFlow {
  const waiting = known.find(({ status }) => status === 'planned');
  const [heldBack] = known
    .filter((message) => message.isTest === (flow.mode === 'test') && isHeldBack(message, now))
    .toSorted((one, other) => other.occurrence - one.occurrence);
  const entered = waiting ?? heldBack;
  return (entered && kept.get(keyOf(entered))) ?? flow;
}

export function keptFor(
  flow: StoredFlow,
  message: { flowId: FlowId; flowVersion: number },
  kept: KeptVersions,
): StoredFlow {
  return kept.get(keyOf(message)) ?? flow;
}

const keyOf = ({ flowId, flowVersion }: { flowId: FlowId; flowVersion: number }) => `${flowId} ${flowVersion}`;
