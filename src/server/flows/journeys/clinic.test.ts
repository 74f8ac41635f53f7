import { afterEach, describe, expect, test } from 'vitest';
import { connectChannel } from '#contract/channels/calls.ts';
import { listConnections, setBranchChannel } from '#contract/connections/calls.ts';
import type { Flow } from '#contract/flows/calls.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import { aFlow, logOf, removeFlows, untilSent } from '#server/testing/journeys/flows.ts';
import { book, end } from '#server/testing/journeys/events.ts';
import type { Person } from '#server/testing/journeys/place.ts';
import { type JourneyWorld, journeyWorld } from '#server/testing/journeys/world.ts';

const journey = await journeyWorld('medflex');
const { server, owner, world } = journey;

/** MedFlex has not named the calls for a status and a move. */
const unnamed = await journeyWorld('medflex', { MEDFLEX_STATUS_PATH: '', MEDFLEX_MOVE_PATH: '' });

let flows: [JourneyWorld, Flow][] = [];
afterEach(async () => {
  for (const [own, flow] of flows) await removeFlows(own, [flow]);
  flows = [];
});

type Appointment = { uuid: string; status?: string; isCancelled: boolean };
const atClinic = async ({ world: own }: JourneyWorld, uuid: string) =>
  (await own.control<{ agenda: Appointment[] }>('GET', '/medflex')).agenda.find((one) => one.uuid === uuid);

/** A patient who is booked by the clinic's staff, and reminded. */
async function reminded(own: JourneyWorld) {
  await own.untilMorning();
  const person = own.aPerson();
  const flow = await aFlow(own, 'visit_reminder', 'combat');
  flows.push([own, flow]);
  const { visit } = await book(own, person, 48);
  await untilSent(own, flow, person);
  return { person, flow, visit };
}

async function answers(own: JourneyWorld, person: Person, text: string): Promise<string | undefined> {
  const before = (await own.shows(person.phone)).length;
  await own.world.control('POST', '/d360/inbound', { from: person.phone.slice(1), text });
  for (let attempt = 0; attempt < 5; attempt++) {
    await own.pass({ seconds: 30 });
    const shown = await own.shows(person.phone);
    if (shown.length > before) return shown.at(-1);
  }
  return undefined;
}

describe('an appointment that the clinic booked', () => {
  test('is reminded of, and confirmed at the clinic by the patient’s answer', async () => {
    const { person, visit } = await reminded(journey);
    expect((await journey.shows(person.phone)).at(-1)).toContain(person.name);
    expect(await answers(journey, person, '1')).toMatch(/подтвер/iu);
    expect(await atClinic(journey, visit)).toMatchObject({ status: 'confirmed' });
  });

  test('is cancelled at the clinic by the patient’s answer', async () => {
    const { person, visit } = await reminded(journey);
    expect(await answers(journey, person, 'отменить')).toMatch(/отмен/iu);
    expect(await atClinic(journey, visit)).toMatchObject({ isCancelled: true });
  });

  test('is not reminded of once the clinic deleted it, and nothing is sent about that', async () => {
    await journey.untilMorning();
    const person = journey.aPerson();
    const flow = await aFlow(journey, 'visit_reminder', 'combat');
    const cancelled = await aFlow(journey, 'visit_cancelled', 'combat');
    flows.push([journey, flow], [journey, cancelled]);
    const { visit } = await book(journey, person, 48);
    expect(await logOf(journey, flow, person)).toMatchObject([{ status: 'planned' }]);
    await world.control('DELETE', `/medflex/appointments/${visit}`);
    await journey.pass({ minutes: 6 });
    await journey.pass({ minutes: 6 });
    expect(await logOf(journey, flow, person)).toMatchObject([{ status: 'cancelled' }]);
    expect(await journey.shows(person.phone)).toEqual([]);
  });

  test('is told as cancelled where the clinic says so, and its reminder moves with it before', async () => {
    await journey.untilMorning();
    const person = journey.aPerson();
    const flow = await aFlow(journey, 'visit_reminder', 'combat');
    flows.push([journey, flow]);
    const { visit, startsAt } = await book(journey, person, 48);
    const [before] = await logOf(journey, flow, person);
    await journey.place.move(visit, startsAt.add({ hours: 3 }));
    await journey.pass({ minutes: 6 });
    const [after] = await logOf(journey, flow, person);
    expect(Date.parse(after?.at ?? '') - Date.parse(before?.at ?? '')).toBe(3 * 3_600_000);
    await end(journey, visit, 'cancelled');
    expect((await logOf(journey, flow, person))[0]).toMatchObject({ status: 'cancelled' });
  });

  test('is written about from the WhatsApp number of its branch', async () => {
    const { token } = owner;
    const number = { kind: 'dialog360' as const, title: 'Клиника', apiKey: 'd360-lavanda-key', phone: '+79990000010' };
    const own = (await server.call(connectChannel, { token, body: number })).body;
    const { connections } = (await server.call(listConnections, { token })).body;
    const [branch] = connections[0]?.branches ?? [];
    if (!branch) throw new Error('No branch');
    const params = { connectionId: branch.connectionId, branchId: branch.id };
    const person = journey.aPerson();
    const flow = await aFlow(journey, 'visit_reminder', 'combat');
    flows.push([journey, flow]);
    await book(journey, person, 48);
    const channelOf = async () => (await logOf(journey, flow, person)).map(({ channelId }) => channelId);
    expect(await channelOf()).toEqual([journey.whatsApp.id]);
    const set = await server.call(setBranchChannel, { token, params, body: { channelId: own.id } });
    expect(set.body.branches).toMatchObject([{ channelId: own.id }]);
    await journey.pass({ seconds: 5 });
    expect(await channelOf()).toEqual([own.id]);
    await server.call(setBranchChannel, { token, params, body: { channelId: null } });
    await journey.pass({ seconds: 5 });
    expect(await channelOf()).toEqual([journey.whatsApp.id]);
    const unknown = { channelId: branch.id as unknown as typeof own.id };
    expect(await server.call(setBranchChannel, { token, params, body: unknown })).toMatchObject({ status: 404 });
  });
});

describe('while MedFlex has no call for it', () => {
  test('an answer is passed to the staff, the patient is told so, and the connection stays well', async () => {
    const { person, visit } = await reminded(unnamed);
    expect(await answers(unnamed, person, '1')).toContain('Администратор сделает это');
    expect(await atClinic(unnamed, visit)).not.toMatchObject({ status: 'confirmed' });
    const { token } = unnamed.owner;
    const { notices } = (await unnamed.server.call(listNotices, { token })).body;
    expect(notices).toContainEqual(
      expect.objectContaining({
        kind: 'confirm_failed',
        params: expect.objectContaining({ trouble: 'not_offered' }),
      }),
    );
    const { connections } = (await unnamed.server.call(listConnections, { token })).body;
    expect(connections).toMatchObject([{ state: 'working', trouble: null, branches: [{ missingRights: [] }] }]);
  });
});
