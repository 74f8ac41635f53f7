import type { TenantScope } from '#server/platform/db.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { hasTrouble } from './trouble-queries.ts';
import type { FlowTrouble } from './trouble-rules.ts';

export type StoppedFlow = { flow: StoredFlow; trouble: FlowTrouble };

/** Named in one notice; the others are counted. */
const MOST_NAMED = 3;

/** Tells of flows that turned to error: of those that one cause has stopped together, once. */
export async function tellStopped(
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
          : { count: together.length, titles: titles.slice(0, MOST_NAMED) }),
        ...trouble,
      },
    });
  }
}

/** What was told of a flow's error is over: its own notice, and that of several when the cause holds none of them any more. */
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
