import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { type MemberChange, updateMember } from './queries.ts';

/** Changes what the operator may change of a member. */
export async function changeMember(
  scope: TenantScope,
  id: MemberId,
  change: Pick<MemberChange, 'phone' | 'fullName' | 'isTestUser'>,
): Promise<void> {
  await updateMember(scope, id, change);
}
