import { randomUUIDv7 } from 'node:crypto';
import { RehearsalId } from '#contract/rehearsal/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import type { Given } from './builders.ts';

const CREATED_AT = '2026-03-01T08:00:00Z';
const NOTHING = { sent: 0, people: 0, skipped: 0, skippedByRule: {}, busyDays: 0, byDay: [], byFlow: [] };

/** Builders of rehearsals. */
export function rehearsalBuilders(
  insert: (table: keyof DB, row: Record<string, unknown>) => Promise<void>,
  tenantOf: (given: { tenantId?: string }) => Promise<TenantId>,
) {
  /** A running rehearsal without flows, over the first week of a year. */
  async function aRehearsal(given: Given<'rehearsals'> = {}) {
    const [tenantId, id] = [await tenantOf(given), RehearsalId.parse(given.id ?? randomUUIDv7())];
    await insert('rehearsals', {
      memberId: randomUUIDv7(),
      flows: '[]',
      days: 7,
      fromAt: '2026-01-01T00:00:00Z',
      untilAt: '2026-01-08T00:00:00Z',
      status: 'running',
      total: 1,
      summary: JSON.stringify(NOTHING),
      createdAt: CREATED_AT,
      ...given,
      tenantId,
      id,
    });
    return { tenantId, id };
  }

  return { aRehearsal };
}
