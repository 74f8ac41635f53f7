import type { ConnectionKind } from '#contract/connections.ts';
import type { HookDoor, HookSource } from '#server/platform/hook-intake.ts';
import { prepareJob } from '#server/platform/jobs.ts';
import { readPostJob } from './jobs.ts';
import { listHookConnections } from './queries.ts';

/**
 * Takes what booking systems post: `/hooks/<kind>/<secret>`. Their posts are not signed; the secret in the path is all
 * there is, so nothing in them is believed but what to look at.
 */
export function connectionDoor(kind: ConnectionKind): HookDoor {
  return {
    async find(scope, asked) {
      const connections = await listHookConnections(scope, kind, asked);
      return new Map(
        connections.map(({ tenantId, id, secretHash }): [string, HookSource] => [
          secretHash.toString('hex'),
          { id, verify: () => true, job: prepareJob(readPostJob, { tenantId, connectionId: id, hasWaited: false }) },
        ]),
      );
    },
  };
}
