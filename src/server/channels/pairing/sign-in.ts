import type { z } from 'zod';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { SignIn } from '#contract/channels/pairing-sign-in.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { type Scoped, withTenant } from '#server/platform/database/db.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { normalisePhone } from '#server/tenants/rules.ts';
import type { ChannelPairing, ChannelProviders, Checked, Credentials } from '#server/channels/port.ts';
import { type ChannelRow, findChannel } from '#server/channels/storage/queries.ts';
import { openSecrets } from '#server/channels/storage/secrets.ts';
import { codeExpiryOf, CODES_PER_DAY, digitsOf, isAwaited, secondsLeft } from './sign-in-rules.ts';
import {
  countCodes,
  findSignInForUpdate,
  forgetCodes,
  returnCode,
  saveSignIn,
  type SignInRow,
  takeCode,
} from './sign-in-queries.ts';

// NOTE: a process: it calls an outside service between transactions.

type SigningIn = MemberContext & { providers: ChannelProviders };
type Reply = z.input<typeof SignIn>;

export async function viewSignIn(scope: Scoped<SigningIn>, channelId: ChannelId): Promise<Reply> {
  const { channel, signIn } = await load(scope, channelId);
  return view(scope, channel, signIn);
}

async function view(scope: Scoped<SigningIn>, { kind }: ChannelRow, signIn: SignInRow): Promise<Reply> {
  const { phone, codeExpiresAt } = signIn;
  const now = scope.clock.now();
  const sent = phone ? await countCodes(scope, { kind, phone, day: await today(scope, now) }) : 0;
  return {
    phone,
    isCodeSent: isAwaited(codeExpiresAt, now),
    secondsLeft: secondsLeft(codeExpiresAt, now),
    codesLeft: Math.max(0, CODES_PER_DAY - sent),
  };
}

/**
 * Sends a code to the account of a phone. The gateway may not send another one within some minutes; the last one is then
 * still good, and can be entered again.
 */
export async function sendCode(ctx: SigningIn, channelId: ChannelId, typed: string): Promise<Reply> {
  const { channel, phone, day } = await withTenant(ctx, ctx.tenantId, (scope) => admit(scope, channelId, typed));
  const { pairing, credentials } = gatewayOf(ctx, channel);
  const sent = await pairing.sendCode?.(credentials, phone);
  if (!sent) throw new Problem('pairing.over');
  if (!sent.isOk) {
    // Other refusals count: else numbers could be tried without end.
    if (sent.isTemporary || sent.trouble === 'too_often')
      await withTenant(ctx, ctx.tenantId, (scope) => returnCode(scope, { kind: channel.kind, phone, day }));
    throw refusal('pairing.code_not_sent', sent);
  }
  return withTenant(ctx, ctx.tenantId, async (scope) => {
    await saveSignIn(scope, channelId, { phone, codeExpiresAt: codeExpiryOf(ctx.clock.now()) });
    await announce(scope, 'channels');
    return viewSignIn(scope, channelId);
  });
}

async function admit(
  scope: Scoped<SigningIn>,
  channelId: ChannelId,
  typed: string,
): Promise<{ channel: ChannelRow; phone: string; day: string }> {
  const { channel } = await loadOpen(scope, channelId);
  if (channel.state === 'Authorized')
    throw new Problem('channel.already_connected', { channelId, title: channel.title });
  const { countryId } = await getTenant(scope);
  const phone = normalisePhone(typed, countryId);
  if (!phone) throw wrongField('phone', 'phone');
  const now = scope.clock.now();
  const day = await today(scope, now);
  await forgetCodes(scope, day);
  const isFree = await takeCode(scope, { kind: channel.kind, phone, day, most: CODES_PER_DAY });
  if (!isFree) throw new Problem('pairing.too_many_codes', { limit: CODES_PER_DAY });
  return { channel, phone, day };
}

/** Enters a code while it is valid. */
export async function enterCode(ctx: SigningIn, channelId: ChannelId, typed: string): Promise<Reply> {
  const channel = await withTenant(ctx, ctx.tenantId, async (scope) => {
    const open = await loadOpen(scope, channelId);
    if (secondsLeft(open.signIn.codeExpiresAt, scope.clock.now()) === 0) throw new Problem('pairing.code_expired');
    return open.channel;
  });
  const code = digitsOf(typed);
  if (code === '') throw new Problem('pairing.code_invalid');
  const { pairing, credentials } = gatewayOf(ctx, channel);
  const entered = await pairing.enterCode?.(credentials, code);
  return settle(ctx, channelId, entered);
}

/** Enters the account's own password, which follows the code. */
export async function enterPassword(ctx: SigningIn, channelId: ChannelId, password: string): Promise<Reply> {
  const { channel } = await withTenant(ctx, ctx.tenantId, (scope) => loadOpen(scope, channelId));
  const { pairing, credentials } = gatewayOf(ctx, channel);
  const entered = await pairing.enterPassword?.(credentials, password);
  return settle(ctx, channelId, entered);
}

/** The gateway signs in now, or asks for the password: see the next reading of the pairing. */
async function settle(ctx: SigningIn, channelId: ChannelId, entered: Checked<null> | undefined): Promise<Reply> {
  if (!entered) throw new Problem('pairing.over');
  if (!entered.isOk) throw refusal('pairing.refused', entered);
  return withTenant(ctx, ctx.tenantId, async (scope) => {
    await saveSignIn(scope, channelId, { codeExpiresAt: null, loadingSince: ctx.clock.now() });
    await announce(scope, 'channels');
    return viewSignIn(scope, channelId);
  });
}

type Refused = Extract<Checked<never>, { isOk: false }>;

function refusal(code: 'pairing.code_not_sent' | 'pairing.refused', refused: Refused): Problem {
  const { trouble, text, isTemporary, retryAfterMs = null } = refused;
  if (trouble === 'wrong_code') return new Problem('pairing.code_invalid');
  if (trouble === 'wrong_password') return new Problem('pairing.password_wrong');
  if (isTemporary) return new Problem('provider.unreachable', { trouble, text });
  const retryAfterSeconds = retryAfterMs === null ? null : Math.ceil(retryAfterMs / 1_000);
  return new Problem(code, { trouble, text, ...(retryAfterSeconds !== null && { retryAfterSeconds }) });
}

async function load(
  scope: Scoped<SigningIn>,
  channelId: ChannelId,
): Promise<{ channel: ChannelRow; signIn: SignInRow }> {
  const channel = await findChannel(scope, channelId);
  const signIn = channel && (await findSignInForUpdate(scope, channelId));
  if (!channel || channel.removedAt || !signIn) throw new Problem('channel.not_found');
  return { channel, signIn };
}

/** @throws {Problem} `pairing.over` when the pairing has ended */
async function loadOpen(scope: Scoped<SigningIn>, channelId: ChannelId): ReturnType<typeof load> {
  const loaded = await load(scope, channelId);
  const { expiresAt } = loaded.signIn;
  if (!expiresAt || !isAfter(expiresAt, scope.clock.now())) throw new Problem('pairing.over');
  return loaded;
}

function gatewayOf(ctx: SigningIn, channel: ChannelRow): { pairing: ChannelPairing; credentials: Credentials } {
  const pairing = ctx.providers.get(channel.kind)?.pairing;
  if (!pairing) throw new Problem('channel.not_found');
  return { pairing, credentials: openSecrets(ctx, ctx.tenantId, channel.box).credentials };
}

/** The date of the cabinet's calendar. */
async function today(scope: Scoped<SigningIn>, now: Temporal.Instant): Promise<string> {
  const { timeZone } = await getTenant(scope);
  return now.toZonedDateTimeISO(timeZone).toPlainDate().toString();
}
