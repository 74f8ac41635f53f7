import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { type Colleague, listOnDuty, listColleagueRows } from './duty-queries.ts';

/** Whether a member is signed in and was active lately. */
export async function isOnDuty(scope: TenantScope, id: MemberId): Promise<boolean> {
  return (await listOnDuty(scope)).has(id);
}

/** Lists the members of the cabinet by name, with who is on duty. */
export async function listColleagues(scope: TenantScope): Promise<(Colleague & { isOnDuty: boolean })[]> {
  const onDuty = await listOnDuty(scope);
  const members = await listColleagueRows(scope);
  return members.map((member) => ({ ...member, isOnDuty: onDuty.has(member.id) }));
}
