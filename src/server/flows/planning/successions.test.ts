import { expect, test } from 'vitest';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';

const HOLD_SECONDS = 20;
const { server, open } = await bookedSalons({ env: { NOTICE_HOLD_SECONDS: String(HOLD_SECONDS) } });
const { clock, runJobs } = server;

/** Noon and one o'clock in Moscow, three days later. */
const FIRST = Temporal.Instant.from('2026-03-05T09:00:00Z');
const SECOND = FIRST.add({ hours: 1 });

const first = { startsAt: FIRST, masterExternalId: '7', masterName: 'Ольга' };
const second = {
  startsAt: SECOND,
  masterExternalId: '8',
  masterName: 'Мария',
  services: [{ externalId: '10', title: 'Маникюр' }],
};

async function holdOver() {
  await clock.advance({ seconds: HOLD_SECONDS });
  await runJobs();
}

const textsOf = ({ whatsApp }: Salon) => whatsApp.sent.map(({ message }) => message.text);

async function reminders(salon: Salon) {
  for (const hours of [24, 2, 1]) await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 * hours });
}

test.each([0, 10])(
  'two visits booked within %s seconds get one confirmation, and one reminder at each moment',
  async (seconds) => {
    const salon = await open();
    await salon.aFlow({ kind: 'visit_created' });
    await reminders(salon);
    await salon.book(first);
    await clock.advance({ seconds });
    await salon.book(second);
    await holdOver();
    await holdOver();
    expect(textsOf(salon)).toEqual([expect.stringContaining('5 марта, четверг, 12:00 и 13:00')]);

    await clock.set(String(FIRST.subtract({ hours: 25 })));
    for (let hour = 0; hour < 27; hour += 1) {
      await clock.advance({ hours: 1 });
      await runJobs();
    }
    const [, ...reminding] = textsOf(salon);
    expect(reminding).toHaveLength(3);
    for (const text of reminding) expect(text).toContain('12:00 и 13:00');
  },
);

test.each(['the first', 'the second'])(
  'when %s of two visits is booked later, a message about it names both',
  async (later) => {
    const salon = await open();
    await salon.aFlow({ kind: 'visit_created' });
    const order = later === 'the first' ? [second, first] : [first, second];
    for (const visit of order) {
      await salon.book(visit);
      await holdOver();
      await clock.advance({ hours: 3 });
    }
    expect(textsOf(salon)).toEqual([
      expect.not.stringContaining('12:00 и 13:00'),
      expect.stringContaining('12:00 и 13:00'),
    ]);
  },
);

test('an earlier visit booked beside another takes over its reminder, and gives it back when it is cancelled', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -120 });
  await salon.book(second);
  const { externalId } = await salon.book(first);
  const waiting = async () => (await salon.messages(flow.id)).filter(({ status }) => status === 'planned');
  expect(await waiting()).toMatchObject([{ dueAt: '2026-03-05 07:00:00+00' }]);
  expect(await salon.messages(flow.id)).toContainEqual(
    expect.objectContaining({ status: 'cancelled', reason: 'in_succession' }),
  );
  await salon.book({ externalId, status: 'cancelled' });
  expect(await waiting()).toMatchObject([{ dueAt: '2026-03-05 08:00:00+00' }]);
});

test.each([0, 10])('two visits moved, then cancelled, within %s seconds get one message of each', async (seconds) => {
  const salon = await open();
  const pass = async () => {
    await clock.advance({ seconds });
    await runJobs();
  };
  await salon.aFlow({ kind: 'visit_changed' });
  await salon.aFlow({ kind: 'visit_cancelled' });
  const booked = [await salon.book(first), await salon.book(second)];
  const move = async (index: number, startsAt: Temporal.Instant) =>
    salon.book({ externalId: booked[index]?.externalId ?? '', startsAt });
  await move(0, FIRST.add({ hours: 24 }));
  await pass();
  await move(1, SECOND.add({ hours: 24 }));
  await holdOver();
  await holdOver();
  expect(textsOf(salon)).toEqual([expect.stringMatching(/6 марта.*12:00 и 13:00/)]);

  for (const { externalId } of booked) {
    await salon.book({ externalId, status: 'cancelled' });
    await pass();
  }
  await holdOver();
  expect(textsOf(salon)).toHaveLength(2);
  expect(textsOf(salon)[1]).toContain('12:00 и 13:00');
});

test('of two visits the one that is cancelled alone is named alone', async () => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_cancelled' });
  const { externalId } = await salon.book(first);
  await salon.book(second);
  await salon.book({ externalId, status: 'cancelled' });
  await holdOver();
  expect(textsOf(salon)).toEqual([expect.not.stringContaining('13:00')]);
});

test('a flow whose conditions leave out the first visit writes about the second alone', async () => {
  const salon = await open();
  const settings = defaultSettings('visit_reminder', 'ru');
  const afternoon = { field: 'hour' as const, from: 13, to: 20 };
  const conditions = { match: 'all' as const, groups: [{ match: 'all' as const, conditions: [afternoon] }] };
  await salon.aFlow({ kind: 'visit_reminder', settings: { ...settings, conditions } });
  await salon.book(first);
  await salon.book(second);
  const waiting = (await salon.messages()).filter(({ status }) => status === 'planned');
  expect(waiting).toMatchObject([{ body: expect.not.stringContaining('12:00') }]);
});

test('two visits of one day with hours between them are reminded of each', async () => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await salon.book(first);
  await salon.book({ ...second, startsAt: FIRST.add({ hours: 5 }) });
  expect((await salon.messages()).filter(({ status }) => status === 'planned')).toHaveLength(2);
});
