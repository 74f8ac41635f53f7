import { recordAudit } from '#server/platform/audit/audit.ts';
import { type Channel, ChannelId, type ChannelKind, type ChannelTrouble } from '#contract/channels/calls.ts';
import type { Pairing } from '#contract/channels/pairing.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { claimExternalIds, releaseExternalIds } from '#server/platform/database/external-ids.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { digest } from '#server/platform/secrets/vault.ts';
import { setChannelTrouble } from '#server/channels/storage/actions.ts';
import { refusalOf, requireRoom } from '#server/channels/connecting/connecting.ts';
import { placeNewChannel } from '#server/channels/storage/cascading.ts';
import { sendEcho } from '#server/channels/storage/echo.ts';
import type {
  ChannelIdentity,
  ChannelPairing,
  ChannelProviders,
  Checked,
  Credentials,
  PairingCode,
} from '#server/channels/port.ts';
import { endOfPairing, isExpired, isOverdue, isRenewed, phoneCodeSecondsLeft, secondsUntil } from './pairing-rules.ts';
import {
  type ChannelRow,
  deleteChannel,
  findChannel,
  findChannelForUpdate,
  findUnpaired,
  insertChannel,
  listChannelsOfSender,
  lockConnecting,
  updateChannel,
} from '#server/channels/storage/queries.ts';
import { claimOf, STATE_OF_TROUBLE } from '#server/channels/storage/rules.ts';
import { newSecrets, openSecrets, type Secrets, webhookOf, webhooksBase } from '#server/channels/storage/secrets.ts';
import { findSession, putSession, type SessionRow } from '#server/channels/storage/session-queries.ts';

// NOTE: a process: it calls an outside service between transactions.

export type PairingContext = Context & { providers: ChannelProviders };
type Refusal = Extract<Checked<never>, { isOk: false }>;

/** A channel with its session. */
export type Paired = { row: ChannelRow; session: SessionRow; pairing: ChannelPairing; secrets: Secrets };

/**
 * Begins a pairing: opens a session at the gateway, or asks an opened one for new codes. A kind has at most one channel
 * that was never paired; it is continued.
 */
export async function startPairing(
  ctx: PairingContext,
  tenantId: TenantId,
  given: { kind: ChannelKind; title?: string | undefined; channelId?: ChannelId | undefined },
): Promise<Pairing> {
  const pairing = pairingOf(ctx, given.kind);
  const channelId = await withTenant(ctx, tenantId, (scope) => begin(scope, given));
  const { row, secrets } = await load(ctx, tenantId, channelId);
  const opened = await openSession(pairing, secrets.credentials, () => webhookOf(ctx, row.kind, secrets));
  if (!opened.isOk) {
    await withTenant(ctx, tenantId, (scope) => giveUp(scope, channelId));
    throw refusalOf(opened);
  }
  await withTenant(ctx, tenantId, async (scope) => {
    const box = scope.vault.seal(tenantId, { ...secrets, credentials: opened.value });
    await updateChannel(scope, channelId, { box, webhookBase: webhooksBase(ctx), ...stateOf(scope, 'loading') });
    await announce(scope, 'channels');
  });
  return readPairing(ctx, tenantId, channelId);
}

async function begin(
  scope: ActionScope,
  { kind, title = '', channelId }: { kind: ChannelKind; title?: string | undefined; channelId?: ChannelId | undefined },
): Promise<ChannelId> {
  await lockConnecting(scope);
  const now = scope.clock.now();
  const found = channelId ? await findChannelForUpdate(scope, channelId) : await findUnpaired(scope, kind);
  if (channelId && (!found || found.removedAt || found.kind !== kind)) throw new Problem('channel.not_found');
  if (found?.externalId == null) await requireRoom(scope, kind);
  const id = found?.id ?? newId(ChannelId);
  if (!found) {
    const secrets = newSecrets(scope.tenantId, {});
    const box = scope.vault.seal(scope.tenantId, secrets);
    const webhookSecretHash = digest(secrets.webhookToken);
    await insertChannel(scope, { id, kind, title, address: '', externalId: null, box, webhookSecretHash }, now);
  } else if (title) await updateChannel(scope, id, { title });
  const expiresAt = endOfPairing(now);
  await putSession(scope, id, {
    expiresAt,
    loadingSince: now,
    expects: null,
    ...NO_PHONE_CODE,
    linkHash: null,
    linkOpenedAt: null,
    echoId: null,
    echoedAt: null,
    receivedAt: null,
  });
  return id;
}

const NO_PHONE_CODE = { codePhone: null, codeRequestedAt: null, phoneCode: null };

/** A session that the gateway no longer knows is opened again. */
async function openSession(
  pairing: ChannelPairing,
  credentials: Credentials,
  webhook: () => Parameters<ChannelPairing['open']>[0],
): Promise<Checked<Credentials>> {
  if (Object.keys(credentials).length > 0) {
    const restarted = await pairing.restart(credentials);
    if (restarted.isOk) return { isOk: true, value: credentials };
    if (restarted.isTemporary) return restarted;
  }
  const opened = await pairing.open(webhook());
  return opened.isOk ? { isOk: true, value: { ...credentials, ...opened.value } } : opened;
}

/** A channel that never had a session leaves nothing behind. */
async function giveUp(scope: ActionScope, channelId: ChannelId): Promise<void> {
  const row = await findChannelForUpdate(scope, channelId);
  if (row?.externalId === null) await deleteChannel(scope, channelId);
  else await putSession(scope, channelId, { expiresAt: null, loadingSince: null });
  await announce(scope, 'channels');
}

/** Returns the pairing of the channel of a kind that was never paired, as last recorded. */
export async function findPairing(scope: ActionScope, kind: ChannelKind | undefined): Promise<Pairing | null> {
  const row = await findUnpaired(scope, kind);
  return row ? viewPairing(scope, row.id, null) : null;
}

/** Reads how far a pairing is, records it, and returns it with the code to scan. */
export async function readPairing(ctx: PairingContext, tenantId: TenantId, channelId: ChannelId): Promise<Pairing> {
  const session = await withTenant(ctx, tenantId, (scope) => findSession(scope, channelId));
  const isOn = session?.expiresAt != null;
  const code = isOn ? await advance(ctx, tenantId, await load(ctx, tenantId, channelId)) : null;
  return withTenant(ctx, tenantId, (scope) => viewPairing(scope, channelId, code));
}

/** Ends a pairing. A channel that was never paired is deleted. */
export async function cancelPairing(ctx: PairingContext, tenantId: TenantId, channelId: ChannelId): Promise<void> {
  const { row, pairing, secrets } = await load(ctx, tenantId, channelId);
  await withTenant(ctx, tenantId, (scope) => giveUp(scope, channelId));
  if (row.externalId === null) await pairing.close(secrets.credentials);
}

/** Takes a pairing as far as the gateway is. @returns the code to scan, where there is one */
export async function advance(
  ctx: PairingContext,
  tenantId: TenantId,
  { row, session, pairing, secrets }: Paired,
): Promise<PairingCode | null> {
  if (session.expiresAt === null) return null;
  const { id } = row;
  const now = ctx.clock.now();
  const fail = (trouble: ChannelTrouble, text: string | null = null) =>
    endPairing(ctx, tenantId, { row, pairing, secrets }, { trouble, text });
  if (isExpired(session, now)) return fail('link_expired');
  const reading = await pairing.read(secrets.credentials);
  if (!reading.isOk && !reading.isTemporary) return fail(reading.trouble, reading.text);
  const { value } = reading.isOk ? reading : { value: { state: 'loading' } as const };
  if (value.state === 'Authorized') return join(ctx, tenantId, { row, session, pairing, secrets }, value.identity);
  if (value.state === 'loading') {
    if (isOverdue(session, now)) return fail('code_failed');
    await withTenant(ctx, tenantId, async (scope) => {
      if (session.loadingSince === null) await putSession(scope, id, { loadingSince: now });
      if (reading.isOk) await setPairingState(scope, row, 'loading');
    });
    return null;
  }
  if (value.state === 'NotAuthorized' && value.expects === null)
    return isRenewed(session, now) ? null : fail('codes_ended');
  const { state } = value;
  const expects = state === 'NotAuthorized' ? value.expects : null;
  const phoneCode = state === 'GotQrCode' ? value.phoneCode : undefined;
  await withTenant(ctx, tenantId, async (scope) => {
    if (phoneCode !== undefined && session.codePhone !== null && phoneCode !== session.phoneCode)
      await putSession(scope, id, { phoneCode, codeRequestedAt: now });
    if (session.loadingSince !== null || session.expects !== expects)
      await putSession(scope, id, { loadingSince: null, expects });
    await setPairingState(scope, row, state);
  });
  return state === 'GotQrCode' ? value.code : null;
}

/**
 * Ends a pairing that failed. The session at the gateway is closed where the channel was never paired, or where another
 * number joined it.
 */
async function endPairing(
  ctx: PairingContext,
  tenantId: TenantId,
  { row, pairing, secrets }: Omit<Paired, 'session'>,
  { trouble, text }: Pick<Refusal, 'trouble' | 'text'>,
): Promise<null> {
  const isNew = row.externalId === null;
  const isClosed = isNew || trouble === 'other_number';
  await withTenant(ctx, tenantId, async (scope) => {
    const ended = { state: STATE_OF_TROUBLE[trouble], trouble, troubleText: text, stateChangedAt: ctx.clock.now() };
    if (isNew) await updateChannel(scope, row.id, ended);
    else await setChannelTrouble(scope, row.id, { trouble, text });
    if (isClosed)
      await updateChannel(scope, row.id, { box: scope.vault.seal(tenantId, { ...secrets, credentials: {} }) });
    await putSession(scope, row.id, { expiresAt: null, loadingSince: null, expects: null, linkHash: null });
    await announce(scope, 'channels');
  });
  if (isClosed) await pairing.close(secrets.credentials);
  return null;
}

/**
 * A person joined the session. The number is claimed for the cabinet; it counts as connected when a message to itself
 * has come back.
 */
async function join(ctx: PairingContext, tenantId: TenantId, paired: Paired, identity: ChannelIdentity): Promise<null> {
  const { row, session, pairing, secrets } = paired;
  if (isOverdue(session, ctx.clock.now()))
    return endPairing(ctx, tenantId, paired, { trouble: row.externalId ? 'deaf' : 'code_failed', text: null });
  const credentials = { ...secrets.credentials, ...identity.read };
  const admitted = await withTenant(ctx, tenantId, (scope) => admit(scope, paired, { identity, credentials }));
  if (admitted === null) return null;
  if ('trouble' in admitted) return endPairing(ctx, tenantId, paired, admitted);
  await sendEcho(ctx, tenantId, { channelId: admitted.channelId, pairing, credentials });
  return null;
}

/**
 * @returns the channel: a removed one of the same number is restored with its conversations. Null: it was admitted
 * before, and its echo is on its way
 */
async function admit(
  scope: ActionScope,
  { row: { id: rowId }, secrets }: Paired,
  { identity, credentials }: { identity: ChannelIdentity; credentials: Credentials },
): Promise<{ channelId: ChannelId } | Pick<Refusal, 'trouble' | 'text'> | null> {
  await lockConnecting(scope);
  const row = await findChannelForUpdate(scope, rowId);
  const session = await findSession(scope, rowId);
  if (!row || row.removedAt || session?.expiresAt == null) return null;
  if (row.externalId === identity.externalId && session.echoedAt !== null) return null;
  const refuse = (trouble: ChannelTrouble) => ({ trouble, text: identity.address });
  if (row.externalId !== null && row.externalId !== identity.externalId) return refuse('other_number');
  const twins = await listChannelsOfSender(scope, { kind: row.kind, externalId: identity.externalId });
  const twin = twins.find(({ id }) => id !== row.id);
  if (twin && !twin.removedAt) return refuse('already_added');

  const id = twin?.id ?? row.id;
  const name = digest(claimOf(row.kind, credentials)).toString('hex');
  const taken = await claimExternalIds(scope, { kind: row.kind, sourceId: id, names: [name] });
  if (taken.length > 0) {
    await releaseExternalIds(scope, id);
    return refuse('added_elsewhere');
  }
  const now = scope.clock.now();
  if (twin) await deleteChannel(scope, row.id);
  const isNew = row.externalId === null && twin === undefined;
  const address = identity.address ?? identity.externalId;
  const title = row.title || address;
  await recordAudit(scope, { action: 'channel.connected', object: { kind: 'channel', id, title } });
  await updateChannel(scope, id, {
    title: row.title || twin?.title || identity.name || address,
    address,
    externalId: identity.externalId,
    box: scope.vault.seal(scope.tenantId, { ...secrets, credentials }),
    webhookSecretHash: digest(secrets.webhookToken),
    webhookBase: row.webhookBase,
    removedAt: null,
    ...stateOf(scope, 'loading'),
  });
  if (isNew) await placeNewChannel(scope, id);
  await putSession(scope, id, {
    expiresAt: endOfPairing(now),
    loadingSince: session.loadingSince ?? now,
    expects: null,
    linkHash: session.linkHash,
    linkOpenedAt: session.linkOpenedAt,
  });
  await announce(scope, 'channels');
  return { channelId: id };
}

function stateOf({ clock }: Pick<Context, 'clock'>, state: Channel['state']) {
  return { state, trouble: null, troubleText: null, stateChangedAt: clock.now() };
}

async function setPairingState(scope: ActionScope, row: ChannelRow, state: Channel['state']): Promise<void> {
  if (row.state === state && row.trouble === null) return;
  await updateChannel(scope, row.id, stateOf(scope, state));
  await announce(scope, 'channels');
}

async function viewPairing(scope: ActionScope, channelId: ChannelId, code: PairingCode | null): Promise<Pairing> {
  const row = await findChannel(scope, channelId);
  const session = await findSession(scope, channelId);
  if (!row || row.removedAt || !session) throw new Problem('channel.not_found');
  const { id, kind, title, address, state, trouble, troubleText } = row;
  const isOn = session.expiresAt !== null;
  return {
    channelId: id,
    kind,
    title,
    address,
    state,
    trouble,
    troubleText,
    code: state === 'GotQrCode' ? code : null,
    phoneCode: isOn && state === 'GotQrCode' ? phoneCodeOf(session, scope.clock.now()) : null,
    expects: isOn ? session.expects : null,
    expiresAt: session.expiresAt?.toString() ?? null,
    secondsLeft: session.expiresAt && secondsUntil(session.expiresAt, scope.clock.now()),
    link: isOn && session.linkHash ? { isOpened: session.linkOpenedAt !== null } : null,
  };
}

function phoneCodeOf(session: SessionRow, now: Temporal.Instant): Pairing['phoneCode'] {
  const { codePhone: phone, phoneCode: code } = session;
  const left = phoneCodeSecondsLeft(session, now);
  return phone !== null && code !== null && left > 0 ? { phone, code, secondsLeft: left } : null;
}

/** @throws {Problem} `channel.not_found`, also for a channel that is not connected by pairing */
export async function load(ctx: PairingContext, tenantId: TenantId, channelId: ChannelId): Promise<Paired> {
  const found = await withTenant(ctx, tenantId, async (scope) => ({
    row: await findChannel(scope, channelId),
    session: await findSession(scope, channelId),
  }));
  const { row, session } = found;
  if (!row || row.removedAt || !session) throw new Problem('channel.not_found');
  return { row, session, pairing: pairingOf(ctx, row.kind), secrets: openSecrets(ctx, tenantId, row.box) };
}

function pairingOf({ providers }: Pick<PairingContext, 'providers'>, kind: ChannelKind): ChannelPairing {
  const pairing = providers.get(kind)?.pairing;
  if (!pairing) throw wrongField('kind', 'unknown');
  return pairing;
}
