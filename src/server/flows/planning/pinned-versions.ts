import { listSettingsAt } from '#server/senders/versions/version-reads.ts';
import { type FlowId, FlowSettings } from '#contract/flows/calls.ts';
import { isHeldBack } from './reconciling-rules.ts';
import type { KnownMessage } from './queries.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { troublesOf } from '#server/flows/stops/troubles.ts';

/** Flows at earlier versions that planned messages still use, by flow and version. */
export type PinnedVersions = ReadonlyMap<string, StoredFlow>;

/**
 * Loads the earlier versions of running flows that planned messages still use: a contact inside a flow stays on the version with which they
 * entered, unless the owner moves them. A version with a trouble is used only while the flow is in error; once the owner has corrected the
 * flow, the present version replaces it.
 * @param planned messages that are planned, or would be if their flow had not been stopped
 */
export async function loadPinnedVersions(
  scope: TenantScope,
  flows: readonly StoredFlow[],
  planned: readonly { flowId: FlowId; flowVersion: number }[],
): Promise<PinnedVersions> {
  const byId = new Map(flows.map((flow) => [flow.id, flow]));
  const wanted = new Map<string, { id: FlowId; version: number }>();
  for (const message of planned) {
    const flow = byId.get(message.flowId);
    if (flow && message.flowVersion !== flow.version)
      wanted.set(keyOf(message), { id: message.flowId, version: message.flowVersion });
  }
  if (wanted.size === 0) return new Map();
  const versions = (await listSettingsAt(scope, [...wanted.values()])).flatMap(({ id, version, settings }) => {
    const flow = byId.get(id);
    return flow ? [{ ...flow, version, settings: FlowSettings.parse(settings) }] : [];
  });
  const troubles = await troublesOf(scope, versions);
  const isUsable = ({ status }: StoredFlow, index: number) => status === 'error' || !troubles[index];
  return new Map(
    versions.filter(isUsable).map((flow) => [keyOf({ flowId: flow.id, flowVersion: flow.version }), flow]),
  );
}

/**
 * The flow at the version of a message that is planned, or would be if the flow had not been stopped. Tests on the owner's phone and
 * messages to contacts do not share versions.
 */
export function atPinnedVersion(
  flow: StoredFlow,
  known: readonly KnownMessage[],
  { pinned, now }: { pinned: PinnedVersions; now: Temporal.Instant },
): StoredFlow {
  const waiting = known.find(({ status }) => status === 'planned');
  const [heldBack] = known
    .filter((message) => message.isTest === (flow.mode === 'test') && isHeldBack(message, now))
    .toSorted((one, other) => other.occurrence - one.occurrence);
  const entered = waiting ?? heldBack;
  return (entered && pinned.get(keyOf(entered))) ?? flow;
}

export function pinnedFor(
  flow: StoredFlow,
  message: { flowId: FlowId; flowVersion: number },
  pinned: PinnedVersions,
): StoredFlow {
  return pinned.get(keyOf(message)) ?? flow;
}

const keyOf = ({ flowId, flowVersion }: { flowId: FlowId; flowVersion: number }) => `${flowId} ${flowVersion}`;
