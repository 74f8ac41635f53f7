import { hash } from 'node:crypto';
import type { ConnectionKind } from '#contract/connections.ts';
import type { HookDoor, HookPost, HookSource } from '#server/platform/hook-intake.ts';
import { prepareJob } from '#server/platform/jobs.ts';
import { sameSecret, digest } from '#server/platform/vault.ts';
import { readOrderPostsJob, readPostJob } from './jobs.ts';
import { listHookConnections } from './queries.ts';
import { ASKED_FOR } from './rules.ts';

/**
 * Takes what booking systems and systems of orders post: `/hooks/<kind>/<secret>`. Posts of booking systems are not
 * signed; the secret in the path is all there is, so nothing in them is believed but what to look at. A system that
 * sends a token of ours along is refused without it.
 */
export function connectionDoor(kind: ConnectionKind): HookDoor {
  return {
    async find(scope, asked) {
      const connections = await listHookConnections(scope, kind, asked);
      return new Map(
        connections.map(({ tenantId, id, secretHash, tokenHash }): [string, HookSource] => [
          secretHash.toString('hex'),
          {
            id,
            verify: ({ headers }) => tokenHash === null || sameSecret(digest(tokenOf(headers)), tokenHash),
            job:
              ASKED_FOR[kind] === 'orders'
                ? prepareJob(readOrderPostsJob, { tenantId, connectionId: id })
                : prepareJob(readPostJob, { tenantId, connectionId: id, hasWaited: false }),
            ...(ASKED_FOR[kind] === 'visits' && { dedupeKey: keyOfPost }),
          },
        ]),
      );
    },
  };
}

/**
 * A post that says when the change was made is the same as one that says the same. One that does not may be about another
 * change, however alike: it only says what to look at, and looking again does no harm.
 */
function keyOfPost({ body, receivedAt }: HookPost): string {
  const key = hash('sha256', body, 'base64url');
  return body.includes('"last_change_date":"') ? key : `${key}:${receivedAt.epochMilliseconds}`;
}

/** What came in the Authorization header, with or without its `Bearer`. */
function tokenOf({ authorization = '' }: Record<string, string>): string {
  return authorization.replace(/^Bearer\s+/i, '').trim();
}
