import type * as contract from '#contract/flows.ts';
import { type Flow, FlowId, type FlowMode } from '#contract/flows.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { Language } from '#contract/primitives.ts';
import type { DecisionRule } from '#contract/delivery.ts';
import { listUsableChannels } from '#server/channels/actions.ts';
import { cancelMessages, countsByFlow, nextDueByFlow, recordVerdicts } from '#server/delivery/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { newId } from '#server/platform/ids.ts';
import { Problem, wrongField } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { getTenant, resolveNotice, setTestPhones } from '#server/tenants/actions.ts';
import { readPhones } from '#server/tenants/rules.ts';
import { FLOW_KINDS } from './catalogue.ts';
import { channelsOf } from './channel-choice.ts';
import { defaultTitle } from './default-texts.ts';
import { testPhonesOf } from './facts.ts';
import { newSettings } from './new-settings.ts';
import { flowNoticeKey, queuePlanAhead } from './planning-actions.ts';
import { listFiles } from './planning-queries.ts';
import {
  countFlowsByStatus,
  findFlowForUpdate,
  insertFlow,
  listFlowRows,
  listFlowsById,
  setFlowDeleted,
  setFlowMode,
  setFlowStatus,
  type StoredFlow,
  updateFlowSettings,
} from './queries.ts';
import { canBecome } from './rules.ts';

/** Flows of the cabinet with what became of their messages. */
export async function listFlows(
  scope: TenantScope,
  filter: QueryOf<typeof contract.listFlows>,
): Promise<ReplyOf<typeof contract.listFlows>> {
  const flows = await listFlowRows(scope, filter);
  return { flows: await withCounts(scope, flows), countByStatus: await countFlowsByStatus(scope) };
}

/** @throws {Problem} `flow.not_found` */
export async function getFlow(scope: TenantScope, id: FlowId): Promise<Flow> {
  const [flow] = await listFlowsById(scope, [id]);
  if (!flow || flow.isDeleted) throw new Problem('flow.not_found');
  return withCount(scope, flow);
}

/** Creates a flow in test mode, working: what is left out is the kind's default in the cabinet's customer language. */
export async function createFlow(ctx: MemberContext, wish: BodyOf<typeof contract.createFlow>): Promise<Flow> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const { customerLanguage } = await getTenant(scope);
    const settings = wish.settings ?? (await newSettings(scope, wish, customerLanguage));
    checkDelay(
      wish.kind,
      settings.timing.delayMinutes,
      wish.settings ? 'settings.timing.delayMinutes' : 'delayMinutes',
    );
    await checkImage(scope, settings);
    const now = ctx.clock.now();
    const id = newId(FlowId);
    const title = wish.title ?? defaultTitle(wish.kind, settings.timing.delayMinutes, customerLanguage);
    const flow = { id, kind: wish.kind, title, settings, testPhones: [], lastStartedAt: now };
    await insertFlow(scope, { ...flow, status: 'working', mode: 'test' }, { memberId: ctx.memberId, now });
    await queuePlanAhead(scope, { flowId: id, branchId: null });
    await announce(scope, 'flows');
    return getFlow(scope, id);
  });
}

/** Saves a new version; messages already planned follow it. */
export async function saveFlow(ctx: MemberContext, id: FlowId, wish: BodyOf<typeof contract.saveFlow>): Promise<Flow> {
  return changeFlow(ctx, id, async (scope, flow) => {
    if (wish.baseVersion !== flow.version) throw new Problem('flow.changed_meanwhile', { version: flow.version });
    const { settings, title } = wish;
    checkDelay(flow.kind, settings.timing.delayMinutes, 'settings.timing.delayMinutes');
    await checkImage(scope, settings);
    const testPhones = await readTestPhones(scope, wish.testPhones);
    const now = ctx.clock.now();
    const version = flow.version + 1;
    await updateFlowSettings(scope, { id, title, settings, testPhones, version }, { memberId: ctx.memberId, now });
    await queuePlanAhead(scope, { flowId: id, branchId: null });
  });
}

/** Stops a flow from sending; visits that happen meanwhile are not caught up later. */
export async function pauseFlow(ctx: MemberContext, id: FlowId): Promise<Flow> {
  return changeFlow(ctx, id, async (scope, flow) => {
    if (!canBecome(flow.status, 'pause')) throw new Problem('flow.wrong_status', { status: flow.status });
    const now = ctx.clock.now();
    await setFlowStatus(scope, id, { status: 'pause', errorReason: null }, now);
    await resolveNotice(scope, now, flowNoticeKey(id));
    await cancelPlanned(ctx, scope, { flowId: id }, 'flow_paused');
  });
}

/** Lets a paused or failed flow work again, and plans what lies ahead. */
export async function continueFlow(ctx: MemberContext, id: FlowId): Promise<Flow> {
  return changeFlow(ctx, id, async (scope, flow) => {
    if (!canBecome(flow.status, 'working')) throw new Problem('flow.wrong_status', { status: flow.status });
    const missing = await missingFor(scope, flow, flow.mode);
    if (missing.length > 0) throw new Problem('flow.incomplete', { missing });
    const now = ctx.clock.now();
    await setFlowStatus(scope, id, { status: 'working', errorReason: null, startedAt: now }, now);
    await resolveNotice(scope, now, flowNoticeKey(id));
    await queuePlanAhead(scope, { flowId: id, branchId: null });
  });
}

/** Switches between sending to customers and to the owner's own numbers; what waited for the others is cancelled. */
export async function switchFlowMode(ctx: MemberContext, id: FlowId, mode: FlowMode): Promise<Flow> {
  return changeFlow(ctx, id, async (scope, flow) => {
    if (flow.mode === mode) return;
    if (flow.status === 'done' || flow.status === 'canceled') {
      throw new Problem('flow.wrong_status', { status: flow.status });
    }
    // Going back to test stops sending to customers: nothing that is missing may stand in the way.
    const missing = mode === 'combat' ? await missingFor(scope, flow, mode) : [];
    if (missing.length > 0) throw new Problem('flow.incomplete', { missing });
    await setFlowMode(scope, id, mode, ctx.clock.now());
    await cancelPlanned(ctx, scope, { flowId: id, testOnly: mode === 'combat' }, 'flow_stopped');
    await queuePlanAhead(scope, { flowId: id, branchId: null });
  });
}

/** Copies a flow, in test mode and paused. */
export async function duplicateFlow(ctx: MemberContext, id: FlowId): Promise<Flow> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const flow = await getAliveForUpdate(scope, id);
    const { customerLanguage } = await getTenant(scope);
    const now = ctx.clock.now();
    const copy: Parameters<typeof insertFlow>[1] = {
      ...flow,
      id: newId(FlowId),
      title: COPY_TITLES[customerLanguage](flow.title).slice(0, 120),
      status: 'pause',
      mode: 'test',
      lastStartedAt: null,
    };
    await insertFlow(scope, copy, { memberId: ctx.memberId, now });
    await announce(scope, 'flows');
    return getFlow(scope, copy.id);
  });
}

const COPY_TITLES: Record<Language, (title: string) => string> = {
  ru: (title) => `${title} (копия)`,
  en: (title) => `${title} (copy)`,
  pt_br: (title) => `${title} (cópia)`,
  uk: (title) => `${title} (копія)`,
};

/** Deletes a flow; its planned messages are cancelled, its history stays. */
export async function deleteFlow(ctx: MemberContext, id: FlowId): Promise<void> {
  await withTenant(ctx.db, ctx.tenantId, async (scope) => {
    await getAliveForUpdate(scope, id);
    const now = ctx.clock.now();
    await setFlowDeleted(scope, id, now, now);
    await resolveNotice(scope, now, flowNoticeKey(id));
    await cancelPlanned(ctx, scope, { flowId: id }, 'flow_deleted');
    await announce(scope, 'flows');
  });
}

/** Takes a deletion back and plans again; a flow that is not deleted stays as it is. */
export async function restoreFlow(ctx: MemberContext, id: FlowId): Promise<Flow> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const flow = await findFlowForUpdate(scope, id);
    if (!flow) throw new Problem('flow.not_found');
    if (flow.isDeleted) {
      await setFlowDeleted(scope, id, null, ctx.clock.now());
      await queuePlanAhead(scope, { flowId: id, branchId: null });
      await announce(scope, 'flows');
    }
    return getFlow(scope, id);
  });
}

/** Sets the cabinet's own numbers, which flows in test mode write to unless they have their own. @returns them, E.164 */
export async function changeTestPhones(ctx: MemberContext, typed: string): Promise<string[]> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const testPhones = await readTestPhones(scope, typed);
    await setTestPhones(scope, testPhones);
    return testPhones;
  });
}

/**
 * Numbers as a person typed them, normalised.
 *
 * @throws {Problem} `request.invalid` naming those that cannot be read
 */
export async function readTestPhones(scope: TenantScope, typed: string): Promise<string[]> {
  const { countryId } = await getTenant(scope);
  const { phones, wrong } = readPhones(typed, countryId);
  if (wrong.length > 0) throw new Problem('request.invalid', { fields: { testPhones: wrong } });
  return phones;
}

async function changeFlow(
  ctx: MemberContext,
  id: FlowId,
  change: (scope: TenantScope, flow: StoredFlow) => Promise<void>,
): Promise<Flow> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    await change(scope, await getAliveForUpdate(scope, id));
    await announce(scope, 'flows');
    return getFlow(scope, id);
  });
}

async function getAliveForUpdate(scope: TenantScope, id: FlowId): Promise<StoredFlow> {
  const flow = await findFlowForUpdate(scope, id);
  if (!flow || flow.isDeleted) throw new Problem('flow.not_found');
  return flow;
}

/** A reminder is counted from the visit's start, and only before it is it a reminder. */
function checkDelay(kind: Flow['kind'], delayMinutes: number, field: string): void {
  const isReminder = FLOW_KINDS[kind].trigger === null;
  if (isReminder ? delayMinutes >= 0 : delayMinutes < 0) throw wrongField(field, 'range');
}

/** @throws when the image is not the cabinet's own */
async function checkImage(scope: TenantScope, { content: { imageId } }: StoredFlow['settings']): Promise<void> {
  if (imageId === null) return;
  const [image] = await listFiles(scope, [imageId]);
  if (!image) throw wrongField('settings.content.imageId', 'not_found');
}

/** What a flow lacks to send in a mode: `channel`, `text`, `test_phone`. */
async function missingFor(scope: TenantScope, flow: StoredFlow, mode: FlowMode): Promise<string[]> {
  const { channelIds, content } = flow.settings;
  const channels = channelsOf(channelIds, await listUsableChannels(scope));
  const tenant = await getTenant(scope);
  return [
    ...(channels.length === 0 ? ['channel'] : []),
    ...(content.texts.default.trim() ? [] : ['text']),
    ...(mode === 'test' && testPhonesOf(flow, tenant).length === 0 ? ['test_phone'] : []),
  ];
}

/** Cancels what waits, with a verdict for each message. */
async function cancelPlanned(
  ctx: MemberContext,
  scope: TenantScope,
  filter: { flowId: FlowId; testOnly?: boolean },
  rule: DecisionRule,
): Promise<void> {
  const cancelled = await cancelMessages(ctx, scope, filter, rule);
  const verdicts = cancelled.flatMap(({ id, flowId, flowVersion, visitId, ...message }) =>
    flowId === null || flowVersion === null || visitId === null
      ? []
      : [
          {
            ...message,
            flowId,
            flowVersion,
            visitId,
            messageId: id,
            eventId: null,
            stage: 'plan' as const,
            outcome: 'cancelled' as const,
            rule,
            compared: {},
            until: null,
          },
        ],
  );
  await recordVerdicts(ctx, scope, verdicts);
}

async function withCount(scope: TenantScope, flow: StoredFlow): Promise<Flow> {
  const [counted] = await withCounts(scope, [flow]);
  if (!counted) throw new Problem('flow.not_found');
  return counted;
}

const NOTHING = { planned: 0, sent: 0, delivered: 0, read: 0, replied: 0, failed: 0, skipped: 0 };

async function withCounts(scope: TenantScope, flows: readonly StoredFlow[]): Promise<Flow[]> {
  const ids = flows.map(({ id }) => id);
  const counts = ids.length === 0 ? new Map<FlowId, Flow['counts']>() : await countsByFlow(scope, ids);
  const next = ids.length === 0 ? new Map<FlowId, Temporal.Instant>() : await nextDueByFlow(scope);
  return flows.map(({ lastStartedAt, updatedAt, ...flow }) => ({
    ...flow,
    counts: counts.get(flow.id) ?? NOTHING,
    nextMessageAt: next.get(flow.id)?.toString() ?? null,
    lastStartedAt: lastStartedAt?.toString() ?? null,
    updatedAt: updatedAt.toString(),
  }));
}
