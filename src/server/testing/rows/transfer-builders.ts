import { randomUUIDv7 } from 'node:crypto';
import { TransferId } from '#contract/senders/transfers.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import type { Given } from './builders.ts';

const CREATED_AT = '2026-03-01T08:00:00Z';

/** Builders of transfers between cabinets. */
export function transferBuilders(
  insert: (table: keyof DB, row: Record<string, unknown>) => Promise<void>,
  tenantOf: (given: { tenantId?: string }) => Promise<TenantId>,
) {
  /** A transfer: the sender's row, or the receiver's. */
  async function aTransfer(given: Given<'sender_transfers'> = {}) {
    const [tenantId, id] = [await tenantOf(given), TransferId.parse(given.id ?? randomUUIDv7())];
    await insert('sender_transfers', {
      kind: 'copy',
      email: 'somebody@elsewhere.example',
      titles: ['Reminder'],
      senderKind: 'flow',
      senders: '[]',
      state: 'pending',
      memberId: randomUUIDv7(),
      createdAt: CREATED_AT,
      expiresAt: '2030-01-01T00:00:00Z',
      ...given,
      tenantId,
      id,
    });
    return { tenantId, id };
  }

  async function anOffer(given: Given<'sender_offers'> = {}) {
    const [tenantId, id] = [await tenantOf(given), TransferId.parse(given.id ?? randomUUIDv7())];
    await insert('sender_offers', {
      fromTenantId: randomUUIDv7(),
      fromName: 'Salon',
      fromEmail: 'somebody@elsewhere.example',
      kind: 'copy',
      senderKind: 'flow',
      senders: '[]',
      state: 'pending',
      createdAt: CREATED_AT,
      expiresAt: '2030-01-01T00:00:00Z',
      ...given,
      tenantId,
      id,
    });
    return { tenantId, id };
  }

  return { aTransfer, anOffer };
}
