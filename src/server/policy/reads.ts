import { DEFAULT_CONTACT_POLICY } from './rules.ts';
import type { ContactPolicy } from '#contract/policy/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { findContactPolicy } from './queries.ts';

export async function getContactPolicy(scope: TenantScope): Promise<ContactPolicy> {
  return (await findContactPolicy(scope)) ?? DEFAULT_CONTACT_POLICY;
}
