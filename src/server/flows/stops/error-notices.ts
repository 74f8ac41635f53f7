import type { TenantScope } from '#server/platform/database/db.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { hasTrouble } from './trouble-queries.ts';
import type { FlowTrouble } from './trouble-rules.ts';

export type StoppedFlow = { flow: StoredFlow; trouble: FlowTrouble };

/** Flows named in one notice; the others are counted. */
const MAX_NAMED = 3;

/** Notifies members of flows that turned to error, with one notice for flows that one cause has stopped together. */
export async function notifyStopped(
  scope: TenantScope,
  stopped: readonly StoppedFlow[],
  now: Temporal.Instant,
): Promise<void> {
  for (const [key, together] of Map.groupBy(stopped, ({ trouble }) => causeKey(trouble))) {
    const [first] = together;
    if (!first) continue;
    const { flow, trouble } = first;
    const titles = together.map(({ flow: { title } }) => title).toSorted();
    const isAlone = together.length === 1;
    await raiseNotice(scope, now, {
      kind: 'flow_error',
      key: isAlone ? flowKey(flow) : key,
      severity: 'bad',
      params: {
        ...(isAlone
          ? { flowId: flow.id, title: flow.title }
          : { count: together.length, titles: titles.slice(0, MAX_NAMED) }),
        ...trouble,
      },
    });
  }
}

/** Resolves the notices of a flow's error: its own, and the shared one once its cause stops no flow any more. */
export async function resolveTrouble(
  scope: TenantScope,
  flow: Pick<StoredFlow, 'id' | 'errorCode' | 'errorReason'>,
  now: Temporal.Instant,
): Promise<void> {
  await resolveNotice(scope, now, flowKey(flow));
  if (flow.errorCode === null) return;
  const trouble = { code: flow.errorCode, reason: flow.errorReason ?? '' };
  if (!(await hasTrouble(scope, trouble))) await resolveNotice(scope, now, causeKey(trouble));
}

const flowKey = ({ id }: Pick<StoredFlow, 'id'>) => `flow:${id}`;
const causeKey = ({ code, reason }: FlowTrouble) => `flows:${code}:${reason}`;
