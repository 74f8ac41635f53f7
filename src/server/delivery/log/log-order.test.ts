import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listMessageLog } from '#contract/delivery/calls.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { changeMessages } from '#server/testing/rows/changing.ts';
import { testServer } from '#server/testing/server/http.ts';
import { aDraft, ledgerBuilders } from '#server/testing/rows/ledger.ts';
import { planMessages } from '#server/delivery/planning/actions.ts';

const { call, clock, ctx, db, owner, signUp } = await testServer({ now: '2026-03-02T09:00:00Z' });
const { customers, furnish } = ledgerBuilders(owner);

test('waiting messages are listed soonest first, page by page', async () => {
  const { token, tenantId } = await signUp();
  const business = await furnish(tenantId);
  const people = await customers(business, 5);
  const rows = await withTenant(ctx, tenantId, (scope) =>
    planMessages(
      scope,
      // two at the same moment, ordered by their ids
      people.map((person, index) => {
        const dueAt = clock.now().add({ minutes: [240, 60, 180, 60, 120][index] ?? 0 });
        return aDraft(business, person, { dueAt, useBy: null });
      }),
    ),
  );
  expect(rows).toHaveLength(5);

  const shown: string[] = [];
  for (let cursor: string | undefined, page = 0; page < 3; page++) {
    const { body } = await call(listMessageLog, {
      token,
      query: { status: 'waiting', limit: 2, ...(cursor && { cursor }) },
    });
    shown.push(...body.items.map(({ at }) => at));
    cursor = body.nextCursor ?? undefined;
  }
  const minutes = shown.map((at) => Temporal.Instant.from(at).since(clock.now()).total('minutes'));
  expect(minutes).toEqual([60, 60, 120, 180, 240]);
});

test("a flow's messages are listed newest first, whatever became of them, page by page", async () => {
  const { token, tenantId } = await signUp();
  const business = await furnish(tenantId);
  const people = await customers(business, 6);
  const outcomes = ['planned', 'read', 'failed', 'unknown', 'delivered', 'cancelled'];
  const rows = await withTenant(ctx, tenantId, (scope) =>
    planMessages(
      scope,
      people.map((person, hours) => aDraft(business, person, { dueAt: clock.now().subtract({ hours: hours + 1 }) })),
    ),
  );
  for (const [n, { id }] of rows.entries())
    await changeMessages(db, tenantId, { set: sql`status = ${outcomes[n]}`, where: sql`id = ${id}` });

  const shown: string[] = [];
  for (let cursor: string | undefined, page = 0; page < 3; page++) {
    const query = { senderId: business.flowId, limit: 2, ...(cursor && { cursor }) };
    const { body } = await call(listMessageLog, { token, query });
    shown.push(...body.items.map(({ status }) => status));
    cursor = body.nextCursor ?? undefined;
  }
  expect(shown).toEqual(outcomes);
  const delivered = await call(listMessageLog, { token, query: { status: 'delivered' } });
  expect(delivered.body).toMatchObject({ items: [{ status: 'delivered' }], nextCursor: null });
  const sent = await call(listMessageLog, { token, query: { status: 'sent' } });
  expect(sent.body).toEqual({ items: [], nextCursor: null });
});
