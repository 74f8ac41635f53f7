import type { ChannelId, ChannelTemplate } from '#contract/channels.ts';
import type { TenantId } from '#contract/tenants.ts';
import type { Context } from '#server/platform/context.ts';
import { type TenantScope, withSystem, withTenant } from '#server/platform/db.ts';
import { countUnreadable } from '#server/platform/inbox.ts';
import { enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { resolveNotice } from '#server/tenants/actions.ts';
import { putTemplates, setChannelTrouble } from './actions.ts';
import { refusalOf } from './connecting.ts';
import { checkChannelJob } from './jobs.ts';
import type { ChannelProvider, ChannelProviders, Checked, ProviderTemplate } from './port.ts';
import { type ChannelRow, findChannel, listAllChannels, updateChannel } from './queries.ts';
import { webhookOf, webhooksBase, openSecrets, type Secrets } from './secrets.ts';
import { listTemplateRows } from './template-queries.ts';

type Checking = Context & { providers: ChannelProviders };

/** Queues a check of every channel of every tenant, each as a job of its own. */
export async function checkAllChannels(ctx: Context): Promise<void> {
  await queueChecks(ctx);
}

/** The product's address may have changed while it was down: webhooks at the former address are registered again. */
export async function checkMovedChannels(ctx: Context): Promise<void> {
  await queueChecks(ctx, webhooksBase(ctx));
}

async function queueChecks(ctx: Context, elsewhere?: string): Promise<void> {
  await withSystem(ctx.db, async (scope) => {
    const channels = await listAllChannels(scope, elsewhere);
    await enqueueAll(
      scope,
      channels.map((channel) => prepareJob(checkChannelJob, channel)),
    );
  });
}

/**
 * Checks a channel with its provider and reads its templates.
 *
 * A channel stopped by a failed send is restored here: after paying an invoice the owner need not do anything. Blocks
 * are
 * the exception: a valid key does not prove their end, so a person reconnects.
 */
export async function checkChannel(ctx: Checking, tenantId: TenantId, channelId: ChannelId): Promise<void> {
  const found = await load(ctx, tenantId, channelId);
  if (!found) return;
  const { channel, provider, secrets } = found;
  const checked = await inspect(ctx, found);
  if (!checked.isOk && checked.isTemporary) return noteUnanswered(ctx, tenantId, channelId);
  const templates = checked.isOk ? await provider.listTemplates?.(secrets.credentials) : undefined;
  await withTenant(ctx.db, tenantId, async (scope) => {
    const now = ctx.clock.now();
    const webhookUrl = checked.isOk ? { webhookUrl: webhookOf(ctx, channel.kind, secrets).url } : {};
    await updateChannel(scope, channelId, { lastCheckedAt: now, isCheckUnanswered: false, ...webhookUrl });
    await forgetUnreadable(scope, channelId, now);
    if (!checked.isOk) await setChannelTrouble(ctx, scope, channelId, checked);
    else if (!isTold(channel)) await setChannelTrouble(ctx, scope, channelId, { trouble: null, text: null });
    if (templates?.isOk) await putTemplates(ctx, scope, channelId, templates.value);
    await announce(scope, 'channels');
  });
}

/** An unanswered check proves nothing, so the channel stays unchanged. The next check is in ten minutes. */
async function noteUnanswered(ctx: Checking, tenantId: TenantId, channelId: ChannelId): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    await updateChannel(scope, channelId, { lastCheckedAt: ctx.clock.now(), isCheckUnanswered: true });
    await announce(scope, 'channels');
  });
}

/** Resolves the problem once the last unreadable payload is a week old. */
async function forgetUnreadable(scope: TenantScope, channelId: ChannelId, now: Temporal.Instant): Promise<void> {
  const unreadable = await countUnreadable(scope, [channelId], now);
  if (unreadable.size === 0) await resolveNotice(scope, now, `hook_unreadable:${channelId}`);
}

/** Problems that only a send or a payload can reveal. */
function isTold({ trouble }: ChannelRow): boolean {
  return trouble === 'blocked' || trouble === 'payment_needed';
}

async function inspect(ctx: Checking, { channel, provider, secrets }: Loaded): Promise<Checked<unknown>> {
  const checked = await provider.check(secrets.credentials);
  if (!checked.isOk) return checked;
  const webhook = webhookOf(ctx, channel.kind, secrets);
  if (channel.webhookUrl !== webhook.url) return provider.subscribe(secrets.credentials, webhook);
  return provider.inspectWebhook ? provider.inspectWebhook(secrets.credentials, webhook, ctx.clock.now()) : checked;
}

/** Reads the provider's templates now, while a person waits. */
export async function syncTemplates(
  ctx: Checking,
  tenantId: TenantId,
  channelId: ChannelId,
): Promise<ChannelTemplate[]> {
  const found = await load(ctx, tenantId, channelId);
  if (!found) throw new Problem('channel.not_found');
  const listed = await listOf(found);
  if (!listed.isOk) throw refusalOf(listed);
  return withTenant(ctx.db, tenantId, async (scope) => {
    await putTemplates(ctx, scope, channelId, listed.value);
    await announce(scope, 'channels');
    return listTemplateRows(scope, channelId);
  });
}

async function listOf({ provider, secrets }: Loaded): Promise<Checked<ProviderTemplate[]>> {
  return provider.listTemplates ? provider.listTemplates(secrets.credentials) : { isOk: true, value: [] };
}

type Loaded = { channel: ChannelRow; provider: ChannelProvider; secrets: Secrets };

async function load(ctx: Checking, tenantId: TenantId, channelId: ChannelId): Promise<Loaded | null> {
  const channel = await withTenant(ctx.db, tenantId, (scope) => findChannel(scope, channelId));
  const provider = channel && ctx.providers.get(channel.kind);
  if (!channel || channel.removedAt || !provider) return null;
  return { channel, provider, secrets: openSecrets(ctx, tenantId, channel.box) };
}
