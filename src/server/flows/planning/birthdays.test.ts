import { expect, test } from 'vitest';
import { noteClient } from '#server/contacts/crm/crm-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs } = server;

/** Writes a birthday to the contact's card, read at noon of 2 March. */
async function isBornOn(salon: Salon, birthDate: string | null): Promise<void> {
  await withTenant(server.ctx, salon.owner.tenantId, (scope) =>
    noteClient(scope, { branchId: salon.branchId, externalId: 'anna' }, { birthDate }),
  );
  await runJobs();
}

async function greeting() {
  const salon = await open();
  await salon.book({});
  const flow = await salon.aFlow({ kind: 'birthday' });
  await runJobs();
  return { salon, flow };
}

test('a birthday of tomorrow that is reported today is greeted at its hour', async () => {
  const { salon, flow } = await greeting();
  await isBornOn(salon, '1990-03-03');
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned', dueAt: '2026-03-03 07:00:00+00' }]);
  await clock.set('2026-03-03T07:00:00Z');
  await runJobs();
  expect(salon.whatsApp.sent).toHaveLength(1);
});

test('a corrected birthday is greeted on the right day', async () => {
  const { salon, flow } = await greeting();
  await isBornOn(salon, '1990-03-03');
  await clock.advance({ minutes: 1 });
  await isBornOn(salon, '1990-03-04');
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'planned', dueAt: '2026-03-04 07:00:00+00' }]);
});

test('a distant birthday is planned when it is near', async () => {
  const { salon, flow } = await greeting();
  await isBornOn(salon, '1990-03-10');
  expect(await salon.messages(flow.id)).toEqual([]);
  expect(await salon.verdicts(flow.id)).toEqual([]);
});

test('a removed birthday is not greeted', async () => {
  const { salon, flow } = await greeting();
  await isBornOn(salon, '1990-03-03');
  await clock.advance({ minutes: 1 });
  await isBornOn(salon, null);
  await clock.set('2026-03-03T07:00:00Z');
  await runJobs();
  expect(salon.whatsApp.sent).toEqual([]);
  expect(await salon.messages(flow.id)).toMatchObject([{ status: 'skipped', reason: 'subject_gone' }]);
});

test('a birthday without a year is greeted', async () => {
  const { salon, flow } = await greeting();
  await isBornOn(salon, '0000-03-03');
  expect(await salon.messages(flow.id)).toMatchObject([{ dueAt: '2026-03-03 07:00:00+00' }]);
});
