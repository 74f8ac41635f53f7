import { flowKind } from '#contract/flows/kinds.ts';
import { isTestUser } from '#server/auth/sign-in/actions.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { cancelPlanned } from '#server/flows/planning/cancel-actions.ts';
import { queuePlanAhead } from '#server/flows/scheduling/queue-actions.ts';
import type { FlowMode } from '#contract/flows/calls.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { incomplete, missingFor } from './guard-actions.ts';
import { setFlowDeleted, setFlowMode, setFlowStatus, setFlowTestPhones } from '#server/flows/storage/queries.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import type { SenderChanger } from '#server/senders/port.ts';
import { canBecome } from '#server/flows/deciding/rules.ts';
import { requiredTariffs } from '#server/flows/stops/tariffs.ts';
import { resolveTrouble } from '#server/flows/stops/error-notices.ts';
import { endAttention } from '#server/flows/reach/attention.ts';
import { troublesOf } from '#server/flows/stops/troubles.ts';

type FlowChanger = SenderChanger<StoredFlow>;

/** Stops a flow from sending; visits that happen meanwhile are not caught up later. */
export const pause: FlowChanger = async (scope, flow) => {
  const { id, status } = flow;
  if (!canBecome(status, 'pause')) throw new Problem('flow.wrong_status', { status });
  const now = scope.clock.now();
  await setFlowStatus(scope, id, { status: 'pause', errorReason: null }, now);
  await resolveTrouble(scope, flow, now);
  await endAttention(scope, flow, now);
  await cancelPlanned(scope, { flowId: id }, 'flow_paused');
};

/** Resumes a paused or failed flow and plans what lies ahead. */
export const resume: FlowChanger = async (scope, flow) => {
  // A flow that became unavailable with the tariff may be resumed once the tariff has it again.
  const mayWork = flow.status === 'unavailable' || canBecome(flow.status, 'working');
  if (!mayWork) throw new Problem('flow.wrong_status', { status: flow.status });
  const tariffIds = await requiredTariffs(scope, flow.kind, scope.clock.now());
  if (tariffIds.length > 0) throw new Problem('flow.not_in_tariff', { tariffIds });
  const missing = await missingFor(scope, flow, flow.mode);
  if (missing.length > 0) throw incomplete(missing, flow.settings);
  const [trouble] = await troublesOf(scope, [flow]);
  if (trouble) throw new Problem('flow.incomplete', { missing: [trouble.code] });
  const now = scope.clock.now();
  await setFlowStatus(scope, flow.id, { status: 'working', errorReason: null, startedAt: now }, now);
  await resolveTrouble(scope, flow, now);
  // The provider does not say which text it refuses, so messages on the rejected version would be refused again and are moved.
  const isMoving = flow.status === 'error' && flow.errorCode === 'content_rejected';
  await queuePlanAhead(scope, { flowId: flow.id, branchId: null, isMoving });
};

/** Sets the test phones. A live flow stores them for its next test mode. */
export const setTestPhones =
  (testPhones: string[]): FlowChanger =>
  async (scope, { id }) => {
    await setFlowTestPhones(scope, id, testPhones, scope.clock.now());
    await queuePlanAhead(scope, { flowId: id, branchId: null });
  };

/** Switches the mode and cancels the messages planned in the other one. A flow that is in the mode already does not change. */
export const switchTo =
  (mode: FlowMode): FlowChanger =>
  async (scope, flow) => {
    if (flow.mode !== mode && mode === 'combat' && flowKind(flow.kind).isMarketing) await refuseTestUser(scope);
    await changeMode(scope, flow, mode);
  };

/** The same without a member, for kinds that are no marketing. */
export async function changeMode(scope: ActionScope, flow: StoredFlow, mode: FlowMode): Promise<void> {
  if (flow.mode === mode) return;
  if (flow.status === 'done' || flow.status === 'canceled') {
    throw new Problem('flow.wrong_status', { status: flow.status });
  }
  // Returning to test mode stops messages to contacts, so missing parts must not prevent it.
  const missing = mode === 'combat' ? await missingFor(scope, flow, mode) : [];
  if (missing.length > 0) throw incomplete(missing, flow.settings);
  const now = scope.clock.now();
  await setFlowMode(scope, flow.id, mode, now);
  await endAttention(scope, flow, now);
  await cancelPlanned(scope, { flowId: flow.id, testOnly: mode === 'combat' }, 'flow_stopped');
  await queuePlanAhead(scope, { flowId: flow.id, branchId: null });
}

/**
 * Refuses a test user, who sends no offers to contacts (the specification, section 6; decision 0180).
 * @throws {Problem} `auth.test_user`
 */
async function refuseTestUser(scope: MemberScope): Promise<void> {
  if (await isTestUser(scope, scope.memberId)) throw new Problem('auth.test_user');
}

/** Deletes a flow: cancels its planned messages and keeps its history. */
export async function remove(scope: ActionScope, flow: StoredFlow): Promise<void> {
  const { id } = flow;
  const now = scope.clock.now();
  await setFlowDeleted(scope, id, now, now);
  await resolveTrouble(scope, flow, now);
  await endAttention(scope, flow, now);
  await cancelPlanned(scope, { flowId: id }, 'flow_deleted');
}

/** Restores a deleted flow and plans again. A flow that is not deleted does not change. */
export const restore: FlowChanger = async (scope, { id, isDeleted }) => {
  if (!isDeleted) return;
  await setFlowDeleted(scope, id, null, scope.clock.now());
  await queuePlanAhead(scope, { flowId: id, branchId: null });
};
