import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { countFlowWaiting, moveFlowPeople } from '#contract/flows/versions.ts';
import { setTestPhones } from '#contract/flows/trials.ts';
import {
  continueFlow,
  deleteFlow,
  type Flow,
  pauseFlow,
  restoreFlow,
  saveFlow,
  switchFlowMode,
} from '#contract/flows/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs } = server;

async function on(salon: Salon, call: Endpoint, flow: Pick<Flow, 'id'>, body?: unknown): Promise<void> {
  const { status } = await server.call(call, { token: salon.owner.token, params: { flowId: flow.id }, body });
  expect(status).toBeLessThan(300);
  await runJobs();
}

async function save(salon: Salon, flow: Flow, { text, delayMinutes }: { text: string; delayMinutes: number }) {
  const { content, timing } = flow.settings;
  const settings = {
    ...flow.settings,
    content: { ...content, texts: { default: text } },
    timing: { ...timing, delayMinutes },
  };
  await on(salon, saveFlow, flow, { title: flow.title, settings, testPhones: '', baseVersion: flow.version });
}

/** Planned messages by recipient, with their flow version. */
async function waiting(salon: Salon): Promise<[string, number, string][]> {
  const { rows } = await server.owner.query<{ recipient: string; version: number; due_at: string }>(
    `select coalesce(nullif(m.test_phone, ''), c.phone) as recipient, m.sender_version as version, m.due_at::text from messages m
     left join contacts c on c.tenant_id = m.tenant_id and c.id = m.contact_id
     where m.tenant_id = $1 and m.status = 'planned' order by recipient`,
    [salon.owner.tenantId],
  );
  return rows.map(({ recipient, version, due_at }) => [recipient, version, due_at]);
}

const [ANNA, VERA, LATER] = ['+79161112233', '+79165550011', '+79165550012'] as const;
const OWNER = '+79031234567';

/** A flow whose first version has a planned reminder for Anna and whose second version is saved. */
async function anEntered() {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  await save(salon, flow, { text: 'Первый текст', delayMinutes: -60 });
  const first = { ...flow, version: 2 };
  await salon.book({ phone: ANNA });
  await save(salon, first, { text: 'Второй текст', delayMinutes: -120 });
  return { salon, flow: { ...flow, version: 3 } };
}

const STOPS: [string, (salon: Salon, flow: Flow) => Promise<void>, (salon: Salon, flow: Flow) => Promise<void>][] = [
  ['paused and continued', (salon, flow) => on(salon, pauseFlow, flow), (salon, flow) => on(salon, continueFlow, flow)],
  [
    'deleted and brought back',
    (salon, flow) => on(salon, deleteFlow, flow),
    (salon, flow) => on(salon, restoreFlow, flow),
  ],
  [
    'tried on the owner and live again',
    (salon, flow) => on(salon, switchFlowMode, flow, { mode: 'test' }),
    (salon, flow) => on(salon, switchFlowMode, flow, { mode: 'combat' }),
  ],
];

test.each(STOPS)(
  'who waits keeps her version when the flow is %s; who came meanwhile has the newest',
  async (_how, stop, goOn) => {
    const { salon, flow } = await anEntered();
    await stop(salon, flow);
    await salon.book({ phone: VERA });
    const customers = (await waiting(salon)).filter(([phone]) => phone === ANNA || phone === VERA);
    expect(customers).toEqual([]);
    await goOn(salon, flow);
    await salon.book({ phone: LATER });
    expect(await waiting(salon)).toEqual([
      [ANNA, 2, '2026-03-04 08:00:00+00'],
      [VERA, 3, '2026-03-04 07:00:00+00'],
      [LATER, 3, '2026-03-04 07:00:00+00'],
    ]);
    await clock.set('2026-03-04T08:00:00Z');
    await runJobs();
    expect(salon.whatsApp.sent.map(({ message }) => [message.to.phone, message.text]).toSorted()).toEqual(
      [
        [ANNA, 'Первый текст'],
        [VERA, 'Второй текст'],
        [LATER, 'Второй текст'],
      ].toSorted(),
    );
  },
);

test('a planned message keeps its version through any number of stops, and a visit moved meanwhile', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const { externalId } = await salon.book({ phone: ANNA });
  await save(salon, flow, { text: 'Второй текст', delayMinutes: -120 });
  await on(salon, pauseFlow, flow);
  await salon.book({ externalId, startsAt: clock.now().add({ hours: 72 }) });
  await on(salon, deleteFlow, flow);
  await on(salon, restoreFlow, flow);
  await on(salon, continueFlow, flow);
  expect(await waiting(salon)).toEqual([[ANNA, 1, '2026-03-05 08:00:00+00']]);
  await on(salon, pauseFlow, flow);
  await on(salon, continueFlow, flow);
  expect(await waiting(salon)).toEqual([[ANNA, 1, '2026-03-05 08:00:00+00']]);
});

test('a message moved to the newest version keeps that one', async () => {
  const { salon, flow } = await anEntered();
  await on(salon, moveFlowPeople, flow);
  await on(salon, pauseFlow, flow);
  await on(salon, continueFlow, flow);
  expect(await waiting(salon)).toEqual([[ANNA, 3, '2026-03-04 07:00:00+00']]);
});

test('a message about an event is planned again with its version, also soon after it was due', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_created', delayMinutes: 60 });
  await salon.book({ phone: ANNA });
  await save(salon, flow, { text: 'Второй текст', delayMinutes: 90 });
  await on(salon, pauseFlow, flow);
  await clock.advance({ minutes: 70 });
  await on(salon, continueFlow, flow);
  const { rows } = await server.owner.query('select sender_version, status from messages where tenant_id = $1', [
    salon.owner.tenantId,
  ]);
  expect(rows).toEqual([{ sender_version: 1, status: 'accepted' }]);
});

test('a contact who comes again after the planned message has passed gets the newest version', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_changed', delayMinutes: 60 });
  const { externalId } = await salon.book({ phone: ANNA, startsAt: clock.now().add({ hours: 96 }) });
  await salon.book({ externalId, startsAt: clock.now().add({ hours: 97 }) });
  await save(salon, flow, { text: 'Второй текст', delayMinutes: 90 });
  await on(salon, pauseFlow, flow);
  await clock.advance({ hours: 24 });
  await on(salon, continueFlow, flow);
  await salon.book({ externalId, startsAt: clock.now().add({ hours: 98 }) });
  expect(await waiting(salon)).toEqual([[ANNA, 2, '2026-03-03 10:30:00+00']]);
});

test("a test on the owner's phone does not set the customer's version, nor the other way round", async () => {
  const salon = await open();
  await server.call(setTestPhones, { token: salon.owner.token, body: { testPhones: OWNER } });
  await salon.book({ phone: OWNER, startsAt: clock.now().add({ hours: 1 }) });
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 }, 'test');
  await salon.book({ phone: ANNA });
  expect(await waiting(salon)).toEqual([[OWNER, 1, '2026-03-04 08:00:00+00']]);
  await save(salon, flow, { text: 'Второй текст', delayMinutes: -120 });
  await on(salon, switchFlowMode, flow, { mode: 'combat' });
  expect(await waiting(salon)).toEqual([[ANNA, 2, '2026-03-04 07:00:00+00']]);
  await on(salon, switchFlowMode, flow, { mode: 'test' });
  expect(await waiting(salon)).toEqual([[OWNER, 1, '2026-03-04 08:00:00+00']]);
});

test('held back messages count with their version, and move when the owner moves people', async () => {
  const { salon, flow } = await anEntered();
  await on(salon, pauseFlow, flow);
  await salon.book({ phone: VERA });
  const counted = async () =>
    (await server.call(countFlowWaiting, { token: salon.owner.token, params: { flowId: flow.id } })).body.waiting;
  expect(await counted()).toEqual([{ version: 2, people: 1 }]);
  await on(salon, moveFlowPeople, flow);
  expect(await counted()).toEqual([{ version: 3, people: 1 }]);
  await on(salon, continueFlow, flow);
  expect(await counted()).toEqual([{ version: 3, people: 2 }]);
  expect(await waiting(salon)).toEqual([
    [ANNA, 3, '2026-03-04 07:00:00+00'],
    [VERA, 3, '2026-03-04 07:00:00+00'],
  ]);
});
