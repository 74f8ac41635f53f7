import { expect, test } from 'vitest';
import { getFlow } from '#contract/flows/calls.ts';
import { chooseClinicChannel, getClinicSetup, startClinic, writeClinicReminder } from '#contract/onboarding/clinic.ts';
import { journeyWorld } from '#server/testing/journeys/world.ts';

const journey = await journeyWorld('medflex');
const { server, owner } = journey;
const { token } = owner;

test('a clinic chooses its WhatsApp, writes the reminder and the day, and the reminder goes live on that day', async () => {
  const empty = await server.signUp();
  expect((await server.call(getClinicSetup, { token: empty.token })).body).toMatchObject({
    step: 'connect',
    branches: [],
  });

  // One WhatsApp account: there is nothing to choose.
  const at = async () => (await server.call(getClinicSetup, { token })).body;
  expect(await at()).toMatchObject({ step: 'text', branches: [{ channelId: null }], reminder: null });
  const channelId = journey.whatsApp.id;
  const chosen = await server.call(chooseClinicChannel, { token, body: { channelId } });
  expect(chosen.body).toMatchObject({ branches: [{ channelId }] });
  const unknown = await server.call(chooseClinicChannel, { token, body: { channelId: journey.telegram.id } });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'channel.not_found' } });
  expect(await server.call(startClinic, { token, body: { startsOn: '2030-01-01' } })).toMatchObject({ status: 404 });

  const written = await server.call(writeClinicReminder, { token, body: { text: 'Ждём вас {recordDate}.' } });
  expect(written.body).toMatchObject({ step: 'start', reminder: { text: 'Ждём вас {recordDate}.', isLive: false } });
  const again = await server.call(writeClinicReminder, { token, body: { text: 'Ждём вас {recordDate} к врачу.' } });
  expect(again.body.reminder).toMatchObject({
    flowId: written.body.reminder?.flowId,
    text: 'Ждём вас {recordDate} к врачу.',
  });

  const tomorrow = Temporal.PlainDate.from((await at()).today)
    .add({ days: 1 })
    .toString();
  const set = await server.call(startClinic, { token, body: { startsOn: tomorrow } });
  expect(set.body).toMatchObject({ step: 'done', startsOn: tomorrow, reminder: { isLive: false } });
  await journey.untilMorning();
  await journey.pass({ hours: 24 });
  expect(await at()).toMatchObject({ step: 'done', reminder: { isLive: true } });
});

test('a day that has begun starts the reminder at once', async () => {
  const { today, reminder } = (await server.call(getClinicSetup, { token })).body;
  await server.call(startClinic, { token, body: { startsOn: today } });
  const params = { flowId: reminder!.flowId };
  expect((await server.call(getFlow, { token, params })).body).toMatchObject({ mode: 'combat', status: 'working' });
});
