import type { ChannelId } from '#contract/channels/calls.ts';
import type { linkPairing } from '#contract/channels/pairing.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { newTenantToken } from '#server/platform/secrets/tenant-token.ts';
import { digest } from '#server/platform/secrets/vault.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { isExpired } from './pairing-rules.ts';
import {
  findSession,
  findSessionByLink,
  putSession,
  type SessionRow,
  takeLink,
} from '#server/channels/storage/session-queries.ts';

/** Path of the page where another person scans the code. */
export const PAIRING_PATH = '/pair';

/** Makes the link of a pairing, in place of a former one. Only its digest is stored. */
export async function makePairingLink(scope: MemberScope, channelId: ChannelId): Promise<ReplyOf<typeof linkPairing>> {
  const session = await findSession(scope, channelId);
  if (!session) throw new Problem('channel.not_found');
  const { expiresAt } = session;
  if (expiresAt === null || isExpired(session, scope.clock.now())) throw new Problem('pairing.over');
  const token = newTenantToken(scope.tenantId);
  await putSession(scope, channelId, { linkHash: digest(token), linkOpenedAt: null });
  const { brand } = await getTenant(scope);
  const origin = scope.site.origin ?? originOfBrand(scope.config, brand);
  return { url: `${origin}${PAIRING_PATH}/${token}`, expiresAt: expiresAt.toString() };
}

/**
 * Opens the link on one device: from then on only the returned page shows the code.
 *
 * @returns the token of the page; null when the link is unknown, over or was opened before
 */
export async function openPairingLink(scope: ActionScope, token: string): Promise<string | null> {
  const pageToken = newTenantToken(scope.tenantId);
  const hashes = { linkHash: digest(token), pageHash: digest(pageToken), now: scope.clock.now() };
  const isTaken = await takeLink(scope, hashes);
  if (isTaken) await announce(scope, 'channels');
  return isTaken ? pageToken : null;
}

/** Finds the pairing of a link or of the page that opened it. */
export async function findLinked(scope: TenantScope, token: string): Promise<SessionRow | undefined> {
  return findSessionByLink(scope, digest(token));
}
