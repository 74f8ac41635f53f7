import { z } from 'zod';

/** One business's cabinet: the unit of isolation and billing. */
export const TenantId = z.uuid().brand<'TenantId'>();
export type TenantId = z.infer<typeof TenantId>;

/** A person who signs in to a tenant. */
export const MemberId = z.uuid().brand<'MemberId'>();
export type MemberId = z.infer<typeof MemberId>;

/** `owner` runs the cabinet; `staff` answers and works on flows, but does not connect, hand over or pay. */
export const MemberRole = z.enum(['owner', 'staff']);
export type MemberRole = z.infer<typeof MemberRole>;
