import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createCaller } from '../testing/caller.ts';
import { type World, startWorld } from '../world.ts';

let world: World;
let sim: Caller;

beforeAll(async () => {
  world = await startWorld();
  sim = createCaller(world.url);
});
afterAll(() => world.close());
beforeEach(() => sim('POST', '/_sim/seed', {}));

const letter = {
  from: 'Frontdesk <hello@frontdesk.test>',
  to: 'anna@example.test',
  subject: 'Подтвердите почту',
  text: 'x',
  html: '<a href="http://localhost/c?a=1&amp;b=2">Да</a>',
};
const send = (extra = {}) =>
  createTransport({ host: '127.0.0.1', port: world.smtpPort }).sendMail({ ...letter, ...extra });

test('a letter is kept with its subject, both bodies and links', async () => {
  await send();
  const { mail } = (await sim('GET', '/_sim/mail?to=ANNA@example.test')).body;
  expect(mail).toMatchObject([
    { subject: 'Подтвердите почту', to: ['anna@example.test'], text: 'x\n', links: ['http://localhost/c?a=1&b=2'] },
  ]);
  expect((await sim('GET', '/_sim/mail?to=ivan@example.test')).body.mail).toEqual([]);
});

test('an address that bounces is refused for good, a fault for now', async () => {
  await expect(send({ to: 'x@bounce.test' })).rejects.toMatchObject({ responseCode: 550 });
  await sim('POST', '/_sim/fault', { channel: 'mail', action: 'http' });
  await expect(send()).rejects.toMatchObject({ responseCode: 451 });
  expect((await sim('GET', '/_sim/mail')).body.mail).toEqual([]);
  await send();
  expect((await sim('GET', '/_sim/judge?channel=mail')).body.accepted).toBe(1);
});

test('the mailbox is emptied', async () => {
  await send();
  expect((await sim('DELETE', '/_sim/mail')).status).toBe(204);
  expect((await sim('GET', '/_sim/mail')).body.mail).toEqual([]);
});
