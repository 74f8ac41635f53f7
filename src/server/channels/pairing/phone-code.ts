import type { ChannelId } from '#contract/channels/calls.ts';
import type { Pairing } from '#contract/channels/pairing.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { putSession } from '#server/channels/storage/session-queries.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { normalisePhone } from '#server/tenants/rules.ts';
import { load, type PairingContext, readPairing } from './pairing.ts';
import { isExpired } from './pairing-rules.ts';

// NOTE: a process: it calls an outside service between transactions.

/**
 * Requests a code that a phone enters instead of scanning. It is recorded before the gateway is called: some gateways end
 * their codes and begin again for the phone, and a reading in between must not end the pairing.
 */
export async function requestPhoneCode(
  ctx: MemberContext & PairingContext,
  channelId: ChannelId,
  typed: string,
): Promise<Pairing> {
  const { row, session, pairing, secrets } = await load(ctx, ctx.tenantId, channelId);
  const { requestPhoneCode: request } = pairing;
  const now = ctx.clock.now();
  if (!request) throw new Problem('channel.not_found');
  if (row.state === 'Authorized') throw new Problem('channel.already_connected', { channelId, title: row.title });
  if (session.expiresAt === null || isExpired(session, now)) throw new Problem('pairing.over');
  const phone = await withTenant(ctx, ctx.tenantId, async (scope) => {
    const { countryId } = await getTenant(scope);
    const codePhone = normalisePhone(typed, countryId);
    if (!codePhone) throw wrongField('phone', 'phone');
    await putSession(scope, channelId, { codePhone, phoneCode: null, codeRequestedAt: now });
    return codePhone;
  });
  const requested = await request(secrets.credentials, phone);
  if (!requested.isOk) {
    const { trouble, text, isTemporary } = requested;
    throw new Problem(isTemporary ? 'provider.unreachable' : 'pairing.code_not_sent', { trouble, text });
  }
  await withTenant(ctx, ctx.tenantId, async (scope) => {
    await putSession(scope, channelId, { phoneCode: requested.value, codeRequestedAt: ctx.clock.now() });
    await announce(scope, 'channels');
  });
  return readPairing(ctx, ctx.tenantId, channelId);
}
