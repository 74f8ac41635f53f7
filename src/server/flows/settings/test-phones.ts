import { Problem } from '#server/platform/problem.ts';
import { readPhones } from '#server/tenants/rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { TenantScope } from '#server/platform/db.ts';

/**
 * Normalises numbers typed by a person.
 * @throws {Problem} `request.invalid` with the numbers that cannot be parsed
 */
export async function readTestPhones(scope: TenantScope, typed: string): Promise<string[]> {
  const { countryId } = await getTenant(scope);
  const { phones, wrong } = readPhones(typed, countryId);
  if (wrong.length > 0) throw new Problem('request.invalid', { fields: { testPhones: wrong } });
  return phones;
}
