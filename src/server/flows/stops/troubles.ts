import { flowKind } from '#contract/flows/kinds.ts';
import { listFlowsById, listPlanningFlows, findFlowForUpdate } from '#server/flows/storage/reads.ts';
import { listFiles } from '#server/texts/attachments/reads.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { listUsableChannels } from '#server/channels/storage/actions.ts';
import { listApiEventProperties } from '#server/integrations/actions.ts';
import { loadKnownTemplates } from '#server/texts/attachments/material-reads.ts';
import { setFlowStatus } from '#server/flows/storage/queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { canBecome } from '#server/flows/deciding/rules.ts';
import { resolveTrouble, type StoppedFlow, notifyStopped } from './error-notices.ts';
import { unknownVariablesIn, textsIn } from '#server/texts/content/text-rules.ts';
import { findThings } from './trouble-queries.ts';
import { type FlowTrouble, healsByItself, namedIn, troubleOf } from './trouble-rules.ts';

/**
 * Sets working flows with a trouble to `error`, and restores those whose trouble an outside system has resolved. Safe to repeat.
 * @param flowId checks this flow alone
 * @returns flows that work again
 */
export async function checkFlows(scope: ActionScope, flowId: FlowId | null = null): Promise<FlowId[]> {
  const now = scope.clock.now();
  const flows = flowId ? await listFlowsById(scope, [flowId]) : await listPlanningFlows(scope);
  const troubles = await troublesOf(scope, flows);
  const healed: FlowId[] = [];
  const stopped: StoppedFlow[] = [];
  const changed: FlowId[] = [];
  for (const [known, trouble] of flows.map((flow, n) => [flow, troubles[n] ?? null] as const)) {
    // NOTE: a flow that does not change is not locked: planning holds its subjects while it waits for the flow's row.
    if (!isToChange(known, trouble)) continue;
    const { id } = known;
    const flow = await findFlowForUpdate(scope, id);
    if (!flow || flow.isDeleted) continue;
    if (flow.status === 'working' && trouble) {
      await setToError(scope, flow, trouble, now);
      stopped.push({ flow, trouble });
    }
    if (trouble && isOfItsTemplate(flow, trouble)) {
      await setToError(scope, flow, trouble, now);
      changed.push(id);
    } else if (flow.status === 'error' && isToChange(flow, trouble)) {
      await setFlowStatus(scope, id, { status: 'working', errorReason: null }, now);
      await resolveTrouble(scope, flow, now);
      healed.push(id);
    }
  }
  await notifyStopped(scope, stopped, now);
  if (stopped.length + healed.length + changed.length > 0) await announce(scope, 'flows');
  return healed;
}

/**
 * Whether a working flow about API events uses variables that no event has. This is unknown before the first event; that event stops the
 * flow, so that no message is sent with a gap.
 */
export async function hasUnknownVariables(scope: TenantScope): Promise<boolean> {
  const flows = (await listPlanningFlows(scope)).filter(
    ({ kind, status, settings: { content } }) =>
      flowKind(kind).hasEventProperties && status === 'working' && unknownVariablesIn(textsIn(content)).length > 0,
  );
  return (await troublesOf(scope, flows)).some((trouble) => trouble?.code === 'variable_unknown');
}

function isToChange(flow: StoredFlow, trouble: FlowTrouble | null): boolean {
  const { status, errorCode } = flow;
  if (status !== 'error') return status === 'working' && trouble !== null;
  return trouble ? isOfItsTemplate(flow, trouble) : healsByItself(errorCode);
}

/** The provider refused a text before it reported that the template is barred: the approval ends that error too. */
function isOfItsTemplate({ status, errorCode }: StoredFlow, { code }: FlowTrouble): boolean {
  return status === 'error' && errorCode === 'content_rejected' && code === 'template_barred';
}

/** The trouble of each flow, in the given order, with a constant number of queries and one for each channel with templates. */
export async function troublesOf(scope: TenantScope, flows: readonly StoredFlow[]): Promise<(FlowTrouble | null)[]> {
  if (flows.length === 0) return [];
  const files = await listFiles(scope, [...new Set(flows.flatMap(({ settings }) => settings.content.imageId ?? []))]);
  const facts = {
    channels: await listUsableChannels(scope),
    knownTemplates: await loadKnownTemplates(
      scope,
      flows.map(({ settings }) => settings.content),
    ),
    attachments: new Map(files.map((file) => [file.id, file])),
    things: await findThings(
      scope,
      flows.flatMap(({ settings }) => namedIn(settings)),
    ),
    eventProperties: flows.some(({ kind }) => flowKind(kind).hasEventProperties)
      ? await listApiEventProperties(scope)
      : [],
  };
  return flows.map((flow) => troubleOf(flow, facts));
}

/**
 * Sets a flow to `error` and notifies its owner once. Its messages wait until they are useless, so that none is lost when the flow is
 * corrected in time.
 */
export async function stopWith(
  scope: TenantScope,
  flow: StoredFlow,
  trouble: FlowTrouble,
  now: Temporal.Instant,
): Promise<void> {
  if (!canBecome(flow.status, 'error')) return;
  await setToError(scope, flow, trouble, now);
  await notifyStopped(scope, [{ flow, trouble }], now);
}

async function setToError(
  scope: TenantScope,
  { id }: StoredFlow,
  { code, reason }: FlowTrouble,
  now: Temporal.Instant,
): Promise<void> {
  await setFlowStatus(scope, id, { status: 'error', errorCode: code, errorReason: reason || null }, now);
}
