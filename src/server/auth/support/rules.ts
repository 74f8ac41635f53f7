import { SUPPORT_MINUTES } from '#contract/auth/support-values.ts';
import type { MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { Member } from '#server/auth/members/rules.ts';

/** A support session is prolonged once. */
export const LONGEST_SUPPORT_MINUTES = 2 * SUPPORT_MINUTES;

export type SupportRefusal = 'support.of_admin' | 'support.own_cabinet' | 'support.not_allowed';

/** Why an admin may not enter a cabinet as a member; null when they may. */
export function refusalOfSupport({
  admin,
  user,
  isAllowed,
  isEmergency,
}: {
  admin: { tenantId: TenantId; memberId: MemberId; isSuper: boolean };
  user: Pick<Member, 'tenantId' | 'operatorRole'>;
  /** By the owner's rule. */
  isAllowed: boolean;
  isEmergency: boolean;
}): SupportRefusal | null {
  if (user.operatorRole) return 'support.of_admin';
  if (user.tenantId === admin.tenantId) return 'support.own_cabinet';
  if (isAllowed) return null;
  return isEmergency && admin.isSuper ? null : 'support.not_allowed';
}
