import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addPause, endPause } from '#server/delivery/pauses/pause-actions.ts';
import type { PauseReach } from '#server/delivery/pauses/pause-rules.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { dispatching, NOON } from '#server/testing/world/dispatching.ts';
import { accepted, aFakeChannel } from '#server/testing/world/fake-channel.ts';
import { ledgerBuilders } from '#server/testing/rows/ledger.ts';
import { sweepDelivery, wakePaused } from './sweep-actions.ts';

const database = await testDatabase();
const { owner } = database;
const { aBusiness } = ledgerBuilders(owner);
const { snapshot, context, dispatch, ledger, nextRun, planned, reset, statuses } = dispatching(database);
beforeEach(reset);
const by = { id: randomUUID(), email: 'admin@example.com' };
const open: string[] = [];

async function pause(reach: PauseReach, endsAt: Temporal.Instant | null = null): Promise<string> {
  const id = randomUUID();
  const { kinds, cabinetId } = reach;
  const ofKinds = kinds ? 'kind' : 'all';
  const aim = cabinetId ? 'cabinet' : ofKinds;
  const set = { id, aim, name: kinds?.join() ?? null, reason: 'Test', pausedBy: by, pausedAt: snapshot.now, endsAt };
  await withSystem(context(), (scope) => addPause(scope, { ...reach, ...set }));
  open.push(id);
  return id;
}

const lift = (pauseId: string) => withSystem(context(), (scope) => endPause(scope, { pauseId, reason: 'Over', by }));

afterEach(async () => {
  for (const id of open.splice(0)) await lift(id);
});

const referencesOf = (channel: ReturnType<typeof aFakeChannel>) =>
  channel.sent.map(({ message }) => message.reference).toSorted();

test('nothing leaves while a cabinet is paused, and after the pause is lifted each message leaves once', async () => {
  const business = await aBusiness();
  const other = await aBusiness();
  const ids = await planned(business, { count: 20 });
  await planned(other, { count: 2 });
  const id = await pause({ kinds: null, cabinetId: business.tenantId });
  const channel = aFakeChannel();
  await dispatch(channel, business);
  await dispatch(channel, other);
  expect(channel.sent).toHaveLength(2);
  expect((await ledger(business)).map((row) => `${row.status} ${row.reason}`)).toEqual(
    Array(20).fill('planned sending_paused'),
  );
  expect(await nextRun(business)).toBeUndefined();
  channel.sent.length = 0;
  await lift(id);
  await wakePaused(context(channel));
  expect(await nextRun(business)).toBeDefined();
  await dispatch(channel, business);
  await dispatch(channel, business);
  expect(referencesOf(channel)).toEqual(ids.toSorted());
  expect((await ledger(business)).map((row) => `${row.status} ${row.reason}`)).toEqual(Array(20).fill('accepted null'));
});

test('a pause that is set in the middle of a run stops what waits for a free call, and loses nothing', async () => {
  const business = await aBusiness();
  const ids = await planned(business, { count: 200 });
  const gate = Promise.withResolvers<void>();
  const channel = aFakeChannel({
    async answer(_message, nth) {
      if (nth <= CONCURRENCY) await gate.promise;
      return accepted();
    },
  });
  const run = dispatch(channel, business);
  await expect.poll(() => channel.sent.length).toBe(CONCURRENCY);
  const id = await pause({ kinds: null, cabinetId: null });
  await sleep(600);
  gate.resolve();
  await run;
  expect(channel.sent).toHaveLength(CONCURRENCY);
  await dispatch(channel, business);
  expect(channel.sent).toHaveLength(CONCURRENCY);
  await lift(id);
  await dispatch(channel, business);
  expect(referencesOf(channel)).toEqual(ids.toSorted());
  expect(await statuses(business)).toEqual(Array(200).fill('accepted'));
});

test('a pause of a kind stops that kind alone', async () => {
  const business = await aBusiness();
  await planned(business);
  await pause({ kinds: ['telegram_bot'], cabinetId: null });
  await dispatch(aFakeChannel(), business);
  expect(await statuses(business)).toEqual(['accepted']);
  await planned(business);
  await pause({ kinds: ['dialog360', 'telegram_bot'], cabinetId: null });
  await dispatch(aFakeChannel(), business);
  expect((await statuses(business)).toSorted()).toEqual(['accepted', 'planned']);
});

test('a pause ends at its time: what is due is woken, and what is of no use any more is skipped', async () => {
  const business = await aBusiness();
  await planned(business, { changes: { useBy: NOON.add({ minutes: 30 }) } });
  await planned(business, { changes: { useBy: null } });
  await pause({ kinds: null, cabinetId: business.tenantId }, NOON.add({ hours: 1 }));
  const channel = aFakeChannel();
  await dispatch(channel, business);
  snapshot.now = NOON.add({ minutes: 45 });
  await sweepDelivery(context(channel));
  expect(await nextRun(business)).toBeUndefined();
  snapshot.now = NOON.add({ hours: 1 });
  await sweepDelivery(context(channel));
  expect(await nextRun(business)).toBeDefined();
  await dispatch(channel, business);
  expect((await statuses(business)).toSorted()).toEqual(['accepted', 'skipped']);
});

const CONCURRENCY = 64;
