import { listFlowsById, listPlanningFlows } from '#server/flows/storage/reads.ts';
import { listFiles } from '#server/texts/reads.ts';
import type { FlowId } from '#contract/flows.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { announce } from '#server/platform/realtime.ts';
import { listUsableChannels } from '#server/channels/actions.ts';
import { listApiEventProperties } from '#server/integrations/actions.ts';
import { loadTemplates } from '#server/flows/facts/fact-reads.ts';
import { findFlowForUpdate, setFlowStatus } from '#server/flows/storage/queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { canBecome } from '#server/flows/deciding/rules.ts';
import { resolveTrouble, type StoppedFlow, tellStopped } from './telling.ts';
import { unknownVariablesIn, writtenIn } from '#server/texts/text-rules.ts';
import { findThings } from './trouble-queries.ts';
import { type FlowTrouble, healsByItself, namedIn, troubleOf } from './trouble-rules.ts';

/**
 * Turns working flows that cannot be understood to `error`, and lets those work again whose trouble is over by itself.
 * Safe to repeat.
 *
 * @param flowId that flow alone
 * @returns flows that work again
 */
export async function checkFlows(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
  flowId: FlowId | null = null,
): Promise<FlowId[]> {
  const now = ctx.clock.now();
  const flows = flowId ? await listFlowsById(scope, [flowId]) : await listPlanningFlows(scope);
  const troubles = await troublesOf(scope, flows);
  const healed: FlowId[] = [];
  const stopped: StoppedFlow[] = [];
  for (const [known, trouble] of flows.map((flow, n) => [flow, troubles[n] ?? null] as const)) {
    // NOTE: a flow that stays as it is is not locked: whoever plans holds its subjects, and waits for its row.
    if (!isToChange(known, trouble)) continue;
    const { id } = known;
    const flow = await findFlowForUpdate(scope, id);
    if (!flow || flow.isDeleted) continue;
    if (flow.status === 'working' && trouble) {
      await turnToError(scope, flow, trouble, now);
      stopped.push({ flow, trouble });
    }
    if (flow.status === 'error' && isToChange(flow, trouble)) {
      await setFlowStatus(scope, id, { status: 'working', errorReason: null }, now);
      await resolveTrouble(scope, flow, now);
      healed.push(id);
    }
  }
  await tellStopped(scope, stopped, now);
  if (stopped.length > 0 || healed.length > 0) await announce(scope, 'flows');
  return healed;
}

/**
 * Whether a working flow about posted events says what none of them has. Before the first event nobody can tell; with it
 * the flow is stopped, and no message leaves with a gap in it.
 */
export async function hasUnknownVariables(scope: TenantScope): Promise<boolean> {
  const flows = (await listPlanningFlows(scope)).filter(
    ({ kind, status, settings: { content } }) =>
      kind === 'api_event' && status === 'working' && unknownVariablesIn(writtenIn(content)).length > 0,
  );
  return (await troublesOf(scope, flows)).some((trouble) => trouble?.code === 'variable_unknown');
}

function isToChange({ status, errorCode }: StoredFlow, trouble: FlowTrouble | null): boolean {
  return status === 'error' ? !trouble && healsByItself(errorCode) : status === 'working' && trouble !== null;
}

/** What is wrong with each flow, in the order given: a constant number of queries and one for each channel with templates. */
export async function troublesOf(scope: TenantScope, flows: readonly StoredFlow[]): Promise<(FlowTrouble | null)[]> {
  if (flows.length === 0) return [];
  const files = await listFiles(scope, [...new Set(flows.flatMap(({ settings }) => settings.content.imageId ?? []))]);
  const facts = {
    channels: await listUsableChannels(scope),
    knownTemplates: await loadTemplates(scope, flows),
    attachments: new Map(files.map((file) => [file.id, file])),
    things: await findThings(
      scope,
      flows.flatMap(({ settings }) => namedIn(settings)),
    ),
    eventProperties: flows.some(({ kind }) => kind === 'api_event') ? await listApiEventProperties(scope) : [],
  };
  return flows.map((flow) => troubleOf(flow, facts));
}

/** Its messages wait until they are of no use, so that nothing is lost when it is mended in time; its owner is told once. */
export async function stopWith(
  scope: TenantScope,
  flow: StoredFlow,
  trouble: FlowTrouble,
  now: Temporal.Instant,
): Promise<void> {
  if (!canBecome(flow.status, 'error')) return;
  await turnToError(scope, flow, trouble, now);
  await tellStopped(scope, [{ flow, trouble }], now);
}

async function turnToError(
  scope: TenantScope,
  { id }: StoredFlow,
  { code, reason }: FlowTrouble,
  now: Temporal.Instant,
): Promise<void> {
  await setFlowStatus(scope, id, { status: 'error', errorCode: code, errorReason: reason || null }, now);
}
