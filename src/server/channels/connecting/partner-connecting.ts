import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/channels/partners.ts';
import type { PartnerNumber } from '#contract/channels/partners.ts';
import type { ChannelKind, ConnectBody } from '#contract/channels/calls.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { signIds, verifyIds } from '#server/platform/secrets/signed-ids.ts';
import { connectChannel, type ConnectingContext, reconnectChannel, refusalOf } from './connecting.ts';
import type { ChannelPartner, ChannelProviders, Checked, PartnerSender } from '#server/channels/port.ts';
import { isConnectedElsewhere, listChannelsOfSender } from '#server/channels/storage/queries.ts';

// NOTE: a process: it calls an outside service between transactions.

const PURPOSE = 'channel-partner';
const MINUTES = 60;

export function listPartnerKinds(providers: ChannelProviders): ChannelKind[] {
  return [...providers.values()].filter(({ partner }) => partner).map(({ kind }) => kind);
}

/**
 * Returns the provider's page. It leads back to `/{token}{accountId}` (the specification, section 2): the token is ours,
 * and expires; the account is the cabinet.
 */
export function startPartnerConnect(ctx: ConnectingContext, kind: ChannelKind): { url: string } {
  const expiresAt = ctx.clock.now().add({ minutes: MINUTES });
  const token = signIds(ctx, PURPOSE, [ctx.tenantId, ctx.memberId, idOfInstant(expiresAt)]);
  const origin = ctx.site.origin ?? new URL(ctx.config.publicUrl).origin;
  return { url: partnerOf(ctx, kind).pageUrl(`${origin}/${token}${ctx.tenantId}`) };
}

/** Whether a path is the address that a provider's page leads back to; returns its token. */
export function tokenInPath(path: string): string | null {
  return /^\/([\w-]{80})[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(path)?.[1] ?? null;
}

/** Connects each number that was chosen; one that is refused leaves the others as they are. */
export async function finishPartnerConnect(
  ctx: ConnectingContext,
  { token, clientId, channelIds }: BodyOf<typeof contract.finishPartnerConnect>,
): Promise<ReplyOf<typeof contract.finishPartnerConnect>> {
  requireToken(ctx, token);
  const [kind] = listPartnerKinds(ctx.providers);
  if (!kind) throw new Problem('channel.partner_missing');
  const partner = partnerOf(ctx, kind);
  const permitted = valueOf(await partner.listSenders(clientId));
  const numbers: PartnerNumber[] = [];
  for (const id of new Set(channelIds)) {
    const sender = permitted.find((one) => one.id === id);
    numbers.push(sender ? await connectOne(ctx, { kind, partner, sender }) : NOT_PERMITTED(id));
  }
  return { kind, numbers };
}

const NOT_PERMITTED = (id: string): PartnerNumber => ({
  title: id,
  channelId: null,
  problem: 'channel.check_failed',
  details: { trouble: 'not_permitted', text: null },
});

type Chosen = { kind: ChannelKind; partner: ChannelPartner; sender: PartnerSender };

async function connectOne(ctx: ConnectingContext, { kind, partner, sender }: Chosen): Promise<PartnerNumber> {
  const { id, externalId, title, fields } = sender;
  try {
    const isElsewhere = await withSystem(ctx, (scope) =>
      isConnectedElsewhere(scope, { kind, externalId }, ctx.tenantId),
    );
    // NOTE: before the key is created, because that makes the other cabinet's key invalid.
    if (isElsewhere) throw new Problem('channel.connected_elsewhere');
    const key = valueOf(await partner.createKey(id));
    const [own] = await withTenant(ctx, ctx.tenantId, (scope) => listChannelsOfSender(scope, { kind, externalId }));
    const body = { kind, title, ...fields, ...key } as ConnectBody; // NOTE: the provider's own fields
    const channel = own && !own.removedAt ? await reconnectChannel(ctx, own.id, key) : await connectChannel(ctx, body);
    return { title: channel.title, channelId: channel.id, problem: null, details: {} };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { title, channelId: null, problem: error.code, details: error.details ?? {} };
  }
}

/** @throws {Problem} unless this member of this cabinet got the token, not long ago */
function requireToken(ctx: ConnectingContext, token: string): void {
  const [tenantId, memberId, until] = verifyIds(ctx, PURPOSE, token, 3) ?? [];
  const isIssued = tenantId === ctx.tenantId && memberId === ctx.memberId;
  if (!isIssued || !until || instantOfId(until) < ctx.clock.now().epochMilliseconds) {
    throw new Problem('channel.partner_link_expired');
  }
}

const idOfInstant = (at: Temporal.Instant) => at.epochMilliseconds.toString(16).padStart(32, '0');
const instantOfId = (id: string) => Number.parseInt(id.replaceAll('-', ''), 16);

function partnerOf({ providers }: ConnectingContext, kind: ChannelKind): ChannelPartner {
  const partner = providers.get(kind)?.partner;
  if (!partner) throw new Problem('channel.partner_missing');
  return partner;
}

function valueOf<Value>(checked: Checked<Value>): Value {
  if (!checked.isOk) throw refusalOf(checked);
  return checked.value;
}
