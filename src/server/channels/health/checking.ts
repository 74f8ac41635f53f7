import type { ChannelId, ChannelTemplate } from '#contract/channels/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { type TenantScope, withSystem, withTenant } from '#server/platform/database/db.ts';
import { countUnreadable } from '#server/platform/webhooks/inbox.ts';
import { enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { resolveNotice } from '#server/tenants/actions.ts';
import { noteBalance, putTemplates, setChannelTrouble } from '#server/channels/storage/actions.ts';
import { refusalOf } from '#server/channels/connecting/connecting.ts';
import { sendEcho } from '#server/channels/storage/echo.ts';
import { checkChannelJob } from '#server/channels/jobs.ts';
import type {
  ChannelIdentity,
  ChannelProvider,
  ChannelProviders,
  Checked,
  ProviderTemplate,
} from '#server/channels/port.ts';
import { type ChannelRow, findChannel, listAllChannels, updateChannel } from '#server/channels/storage/queries.ts';
import { isLow } from '#server/channels/storage/rules.ts';
import { webhookOf, webhooksBase, openSecrets, type Secrets } from '#server/channels/storage/secrets.ts';
import { listTemplateRows } from '#server/channels/storage/template-queries.ts';

// NOTE: a process: it calls an outside service between transactions.

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
  await withSystem(ctx, async (scope) => {
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
  if (!found || isBeingPaired(found.channel) || hasNoSession(found)) return;
  const { channel, provider, secrets } = found;
  const checked = await inspect(ctx, found);
  if (!checked.isOk && checked.isTemporary) return noteUnanswered(ctx, tenantId, channelId);
  const templates = checked.isOk ? await provider.listTemplates?.(secrets.credentials) : undefined;
  const standing = checked.isOk ? await provider.readStanding?.(secrets.credentials) : undefined;
  await withTenant(ctx, tenantId, async (scope) => {
    const now = ctx.clock.now();
    const registered = checked.isOk && { webhookBase: webhooksBase(ctx) };
    const known = standing?.isOk ? standing.value : {};
    await updateChannel(scope, channelId, { lastCheckedAt: now, isCheckUnanswered: false, ...registered, ...known });
    await forgetUnreadable(scope, channelId, now);
    if (!checked.isOk) await setChannelTrouble(scope, channelId, checked);
    else await noteBalance(scope, channel, checked.value.balance ?? null);
    if (checked.isOk && !isReported(channel, checked.value) && !mustEcho(found))
      await setChannelTrouble(scope, channelId, { trouble: null, text: null });
    if (templates) await recordTemplates(scope, channelId, templates);
    await announce(scope, 'channels');
  });
  if (provider.pairing && checked.isOk && mustEcho(found))
    await sendEcho(ctx, tenantId, { channelId, pairing: provider.pairing, credentials: secrets.credentials });
}

const isBeingPaired = ({ state, externalId }: ChannelRow) =>
  externalId === null || ['init', 'loading', 'GotQrCode'].includes(state);

/** Whether another number joined a paired channel's session, so that it was closed. */
const hasNoSession = ({ provider, secrets }: Loaded) =>
  provider.pairing !== undefined && Object.keys(secrets.credentials).length === 0;

/** A paired channel that did not work works again when a message to itself comes back. */
const mustEcho = ({ channel, provider }: Loaded) => provider.pairing !== undefined && channel.state !== 'Authorized';

/** An unanswered check proves nothing, so the channel stays unchanged. The next check is in ten minutes. */
async function noteUnanswered(ctx: Checking, tenantId: TenantId, channelId: ChannelId): Promise<void> {
  await withTenant(ctx, tenantId, async (scope) => {
    await updateChannel(scope, channelId, { lastCheckedAt: ctx.clock.now(), isCheckUnanswered: true });
    await announce(scope, 'channels');
  });
}

/** Resolves the problem once the last unreadable payload is a week old. */
async function forgetUnreadable(scope: TenantScope, channelId: ChannelId, now: Temporal.Instant): Promise<void> {
  const unreadable = await countUnreadable(scope, [channelId], now);
  if (unreadable.size === 0) await resolveNotice(scope, now, `hook_unreadable:${channelId}`);
}

/** Problems that only a send or a payload can reveal. A payment is proved by the balance, where it is reported. */
function isReported({ kind, trouble }: ChannelRow, { balance }: ChannelIdentity): boolean {
  if (trouble === 'payment_needed') return !balance || isLow(kind, balance);
  return trouble === 'blocked' || trouble === 'deaf';
}

/** Returns the identity when the credentials and the webhook are right. */
async function inspect(ctx: Checking, loaded: Loaded): Promise<Checked<ChannelIdentity>> {
  const { provider, secrets } = loaded;
  const checked = await provider.check(secrets.credentials);
  if (!checked.isOk) return checked;
  const hooked = await inspectWebhook(ctx, loaded);
  return hooked.isOk ? checked : hooked;
}

async function inspectWebhook(ctx: Checking, { channel, provider, secrets }: Loaded): Promise<Checked<null>> {
  const webhook = webhookOf(ctx, channel.kind, secrets);
  if (channel.webhookBase !== webhooksBase(ctx)) return provider.subscribe(secrets.credentials, webhook);
  if (!provider.inspectWebhook) return { isOk: true, value: null };
  return provider.inspectWebhook(secrets.credentials, webhook, ctx.clock.now());
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
  const templates = await withTenant(ctx, tenantId, async (scope) => {
    await recordTemplates(scope, channelId, listed);
    await announce(scope, 'channels');
    return listTemplateRows(scope, channelId);
  });
  if (!listed.isOk) throw refusalOf(listed);
  return templates;
}

/** Stores the templates that were read, or why they could not be: those read before stay. */
async function recordTemplates(
  scope: ActionScope,
  channelId: ChannelId,
  listed: Checked<ProviderTemplate[]>,
): Promise<void> {
  if (!listed.isOk) return updateChannel(scope, channelId, { templatesTrouble: listed.trouble });
  await putTemplates(scope, channelId, listed.value);
  await updateChannel(scope, channelId, { templatesReadAt: scope.clock.now(), templatesTrouble: null });
}

async function listOf({ provider, secrets }: Loaded): Promise<Checked<ProviderTemplate[]>> {
  return provider.listTemplates ? provider.listTemplates(secrets.credentials) : { isOk: true, value: [] };
}

type Loaded = { channel: ChannelRow; provider: ChannelProvider; secrets: Secrets };

async function load(ctx: Checking, tenantId: TenantId, channelId: ChannelId): Promise<Loaded | null> {
  const channel = await withTenant(ctx, tenantId, (scope) => findChannel(scope, channelId));
  const provider = channel && ctx.providers.get(channel.kind);
  if (!channel || channel.removedAt || !provider) return null;
  return { channel, provider, secrets: openSecrets(ctx, tenantId, channel.box) };
}
