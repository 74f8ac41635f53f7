import type { ChannelId } from '#contract/channels/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { setChannelTrouble } from '#server/channels/storage/actions.ts';
import { sendEcho } from '#server/channels/storage/echo.ts';
import { followSessionJob } from '#server/channels/jobs.ts';
import { advance, load, type Paired, type PairingContext } from './pairing.ts';
import { decideEcho, quietSince } from './pairing-rules.ts';
import { listSessionsToFollow, putSession } from '#server/channels/storage/session-queries.ts';

// NOTE: a process: it calls an outside service between transactions.

/** Queues each session that is paired now, or has received nothing for a while. */
export async function followAllSessions(ctx: Context): Promise<void> {
  await withSystem(ctx, async (scope) => {
    const sessions = await listSessionsToFollow(scope, quietSince(ctx.clock.now()));
    await enqueueAll(
      scope,
      sessions.map((session) => prepareJob(followSessionJob, session)),
    );
  });
}

/**
 * Follows one session: takes its pairing further, also while nobody looks at the page; or finds out whether it still
 * receives messages. A deaf session is reported to members and restarted.
 */
export async function followSession(ctx: PairingContext, tenantId: TenantId, channelId: ChannelId): Promise<void> {
  const paired = await find(ctx, tenantId, channelId);
  if (!paired) return;
  if (paired.session.expiresAt !== null) await advance(ctx, tenantId, paired);
  else if (paired.row.state === 'Authorized' || paired.row.trouble === 'deaf') await listen(ctx, tenantId, paired);
}

async function find(ctx: PairingContext, tenantId: TenantId, channelId: ChannelId): Promise<Paired | null> {
  try {
    return await load(ctx, tenantId, channelId);
  } catch (error) {
    if (error instanceof Problem) return null; // it was removed meanwhile
    throw error;
  }
}

async function listen(ctx: PairingContext, tenantId: TenantId, paired: Paired): Promise<void> {
  const { row, session, pairing, secrets } = paired;
  const { credentials } = secrets;
  const { id: channelId } = row;
  const echo = { channelId, pairing, credentials };
  if (session.echoId !== null && session.receivedAt !== null) {
    await pairing.forgetEcho?.(credentials, session.echoId);
    await withTenant(ctx, tenantId, (scope) => putSession(scope, channelId, { echoId: null }));
  }
  const decision = decideEcho(session, ctx.clock.now());
  if (decision === 'echo') {
    const echoed = await sendEcho(ctx, tenantId, echo);
    if (!echoed.isOk && !echoed.isTemporary)
      await withTenant(ctx, tenantId, (scope) => setChannelTrouble(scope, channelId, echoed));
  }
  if (decision !== 'restart' && decision !== 'deaf') return;
  if (decision === 'restart') await pairing.restart(credentials);
  await withTenant(ctx, tenantId, async (scope) => {
    await setChannelTrouble(scope, channelId, { trouble: 'deaf', text: null });
    const restarted = decision === 'restart' ? { restartedAt: ctx.clock.now() } : {};
    await putSession(scope, channelId, { echoId: null, echoedAt: null, ...restarted });
  });
}
