import type { TenantScope } from '#server/platform/database/db.ts';
import { findNamedContacts, type FoundContact } from './search-queries.ts';

/** Finds contacts by a part of their name or phone, those with the latest visit first. */
export async function searchContacts(scope: TenantScope, search: string, limit: number): Promise<FoundContact[]> {
  return findNamedContacts(scope, search, limit);
}
