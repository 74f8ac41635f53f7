import type { ActionScope } from '#server/platform/context/context.ts';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { getBranch } from '#server/connections/storage/opening-actions.ts';
import type { VisitFacts } from '#server/connections/port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons } from '#server/testing/houses/booked-salon.ts';
import { recordVisits } from './recording-actions.ts';

const { server, open } = await bookedSalons();
const readAt = Temporal.Instant.from('2026-03-02T09:00:00Z');

/** A booking made before the salon was connected, each with a client of its own. */
function aRecord(number: number, change: Partial<VisitFacts> = {}): VisitFacts {
  return {
    externalId: `record-${number}`,
    externalVisitId: null,
    client: {
      externalId: `client-${number}`,
      name: `Client ${number}`,
      phone: `+7903${String(number).padStart(7, '0')}`,
      email: null,
      isNew: false,
      visitsCount: 3,
    },
    masterExternalId: 'anna',
    masterName: 'Анна',
    services: [{ externalId: 'haircut', title: 'Стрижка' }],
    startsAt: Temporal.Instant.from('2025-12-10T09:00:00Z'),
    durationMinutes: 60,
    status: 'arrived',
    totalMinor: 200_000,
    comment: '',
    manageUrl: null,
    isOnline: false,
    createdAt: Temporal.Instant.from('2025-12-01T09:00:00Z'),
    changedAt: Temporal.Instant.from('2025-12-10T10:00:00Z'),
    ...change,
  };
}

const aPage = (size: number, change: Partial<VisitFacts> = {}) =>
  Array.from({ length: size }, (_, index) => aRecord(index, change));

/** Counts the statements sent to the database within a scope. */
function counted(scope: ActionScope): { scope: ActionScope; count(): number } {
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      statements++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { scope: { ...scope, tx: scope.tx.withPlugin(counter) }, count: () => statements };
}

test('a page of records takes as many statements as one record, inserted or updated', async () => {
  const statementsOf = async (pages: readonly VisitFacts[][]) => {
    const { owner, branchId } = await open();
    const counts: number[] = [];
    for (const facts of pages)
      await withTenant(server.ctx, owner.tenantId, async (plain) => {
        const branch = await getBranch(plain, branchId);
        const { scope, count } = counted(plain);
        await recordVisits(scope, branch, { facts, readAt, areCardsReadNext: true });
        counts.push(count());
      });
    return counts;
  };
  const changed = { comment: 'by the window' };
  const one = await statementsOf([aPage(1), aPage(1, changed)]);
  const many = await statementsOf([aPage(60), aPage(60, changed)]);
  expect(many).toEqual(one);
});

/** A booking that was just made, some days ahead. */
const ahead = (days: number): Partial<VisitFacts> => {
  const now = server.clock.now();
  return { status: 'waiting', startsAt: now.add({ hours: 24 * days }), createdAt: now, changedAt: now };
};

test('a visit ahead queues the planning of its messages alone, where no slot is offered and nobody asked to move it', async () => {
  const { owner, branchId } = await open();
  const states: Partial<VisitFacts>[] = [ahead(7), ahead(8), { ...ahead(8), status: 'cancelled' }];
  for (const state of states)
    await withTenant(server.ctx, owner.tenantId, async (scope) => {
      const branch = await getBranch(scope, branchId);
      await recordVisits(scope, branch, { facts: [aRecord(1, state)], readAt: server.clock.now() });
    });
  const { rows } = await server.owner.query(
    `select t.identifier from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.payload ->> 'tenantId' = $1 and j.payload ->> 'eventId' is not null`,
    [owner.tenantId],
  );
  expect(rows.map(({ identifier }) => identifier)).toEqual(states.map(() => 'flows.plan-visit'));
});

test('a contact is not written when a visit ahead changes and their card does not', async () => {
  const { owner, branchId } = await open();
  const versions = new Set<string>();
  for (const comment of ['', 'by the window']) {
    await withTenant(server.ctx, owner.tenantId, async (scope) => {
      const branch = await getBranch(scope, branchId);
      await recordVisits(scope, branch, { facts: [aRecord(1, { ...ahead(7), comment })], readAt: server.clock.now() });
    });
    const { rows } = await server.owner.query('select xmin::text as version from contacts where tenant_id = $1', [
      owner.tenantId,
    ]);
    versions.add(rows[0].version);
  }
  expect(versions.size).toBe(1);
});
