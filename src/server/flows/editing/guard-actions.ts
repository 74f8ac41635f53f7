import { isEmptyMessage } from '#contract/texts/empty-message.ts';
import { findFlowForUpdate } from '#server/flows/storage/reads.ts';
import { listFiles } from '#server/texts/attachments/reads.ts';
import { emptyPlaces } from '#contract/texts/empty-places.ts';
import type { FlowId, FlowMode } from '#contract/flows/calls.ts';
import { listUsableChannels } from '#server/channels/storage/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { channelsOf } from '#server/contacts/book/channel-choice-rules.ts';
import { testPhonesOf } from '#server/flows/facts/fact-reads.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { missingInLive } from '#server/flows/settings/settings-guards.ts';

/**
 * Locks a flow for a change.
 * @throws {Problem} `flow.not_found`, also for a deleted flow
 */
export async function getAliveForUpdate(scope: TenantScope, id: FlowId): Promise<StoredFlow> {
  const flow = await findFlowForUpdate(scope, id);
  if (!flow || flow.isDeleted) throw new Problem('flow.not_found');
  return flow;
}

/** @throws {Problem} when the image does not belong to the cabinet */
export async function checkImage(scope: TenantScope, { content: { imageId } }: StoredFlow['settings']): Promise<void> {
  if (imageId === null) return;
  const [image] = await listFiles(scope, [imageId], { isLocked: true });
  if (!image) throw wrongField('settings.content.imageId', 'not_found');
}

/**
 * The parts that a flow lacks to send in a mode: values of the contract's `FLOW_MISSING_PARTS`, or settings of an imported flow that are still
 * empty.
 */
export async function missingFor(scope: TenantScope, flow: StoredFlow, mode: FlowMode): Promise<string[]> {
  return missingIn(flow, mode, await loadNeeds(scope));
}

/** The refusal of a flow that lacks parts: it names the empty places of its templates. */
export function incomplete(missing: readonly string[], settings: StoredFlow['settings']): Problem {
  const places = missing.includes('template_place') ? emptyPlaces(settings) : [];
  return new Problem('flow.incomplete', { missing, ...(places.length > 0 && { places }) });
}

/** Reads the facts beside its settings that a flow needs to send. */
export async function loadNeeds(scope: TenantScope): Promise<Needs> {
  return { channels: await listUsableChannels(scope), tenant: await getTenant(scope) };
}

type Needs = {
  channels: Awaited<ReturnType<typeof listUsableChannels>>;
  tenant: Awaited<ReturnType<typeof getTenant>>;
};

export function missingIn(flow: StoredFlow, mode: FlowMode, { channels, tenant }: Needs): string[] {
  const { channelIds, content } = flow.settings;
  return [
    ...(channelsOf(channelIds, channels).length === 0 ? ['channel'] : []),
    ...(isEmptyMessage(content) ? ['text'] : []),
    ...(mode === 'test' && testPhonesOf(flow, tenant).length === 0 ? ['test_phone'] : []),
    ...(mode === 'combat' ? [...missingInLive(flow.settings), ...flow.toFill] : []),
  ];
}
