import { beforeEach, expect, test } from 'vitest';
import { getWeeklyLetter, setWeeklyLetter } from '#contract/insights/letters.ts';
import { bookedSalons, type Salon, SALON_NOON } from '#server/testing/houses/booked-salon.ts';
import { aMailbox } from '#server/testing/world/mailbox.ts';

const mailbox = await aMailbox();
const { mails } = mailbox;
const { server, open } = await bookedSalons({ env: { SMTP_URL: mailbox.url } });
const { call, clock, owner: database } = server;

/** A Monday, noon in Moscow. */
const MONDAY = Temporal.Instant.from(SALON_NOON);
const before = (days: number, hours = 0) => MONDAY.subtract({ hours: 24 * days + hours });

beforeEach(async () => {
  await database.query('update members set email_confirmed_at = null');
  await server.runJobs();
  mails.length = 0;
});

/** A salon of an owner who confirmed their e-mail. */
async function aSalon(): Promise<Salon> {
  const salon = await open();
  await server.runJobs();
  await database.query('update members set email_confirmed_at = now() where tenant_id = $1', [salon.owner.tenantId]);
  return salon;
}

async function came(salon: Salon, phone: string, ...daysAgo: number[]): Promise<void> {
  for (const days of daysAgo)
    await salon.book({
      phone,
      client: { externalId: phone, name: phone, phone, email: null, isNew: false, visitsCount: null },
      startsAt: before(days),
      status: 'arrived',
      totalMinor: 100_000,
    });
}

/** Runs the hourly task, and what it queues. */
async function anHourPasses(): Promise<void> {
  await server.runRepeated('insights.queue-letters');
  await server.runJobs();
}

const lettersTo = ({ owner }: Salon) =>
  mails.filter(
    ({ to, headers }) =>
      to?.some(({ address }) => address === owner.email) && headers.some(({ key }) => key === 'list-unsubscribe'),
  );
const linkIn = (text: string | undefined) => /https?:\/\/\S+\/letters\/\S+/.exec(text ?? '')?.[0] ?? '';

test('on Monday the owner gets one letter, with last week beside the weeks before and what to do', async () => {
  const salon = await aSalon();
  await came(salon, '+79160000001', 75, 55, 35);
  await came(salon, '+79160000002', 3);
  await came(salon, '+79160000003', 5, 12);
  await clock.set(MONDAY.subtract({ hours: 5 }).toString());
  await anHourPasses();
  expect(lettersTo(salon)).toEqual([]);

  await clock.set(MONDAY.toString());
  for (let hour = 0; hour < 3; hour++) {
    await anHourPasses();
    await clock.advance({ hours: 1 });
  }
  const letters = lettersTo(salon);
  expect(letters).toHaveLength(1);
  const [letter] = letters;
  expect(letter?.subject).toContain('23 февраля');
  expect(letter?.text).toContain('Визиты: 2 (обычно 0,5)');
  expect(letter?.text?.replaceAll(/\s/g, ' ')).toContain('Выручка: 2 000 ₽');
  expect(letter?.text?.replaceAll(/\s/g, ' ')).toContain('1. 1 клиенту пора прийти. За год заплачено 3 000 ₽.');
  expect(letter?.text).toContain('http://app.localhost/insights/returns?state=late');
  expect(letter?.html).toContain('<ol');
  expect(letter?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain('/letters/');
  expect(letter?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click');

  await clock.advance({ hours: 24 });
  await anHourPasses();
  expect(lettersTo(salon)).toHaveLength(1);
  await clock.advance({ hours: 24 * 6 });
  await anHourPasses();
  expect(lettersTo(salon)).toHaveLength(2);
});

test('a letter that is switched off is not sent, and a member switches it on for themselves', async () => {
  const salon = await aSalon();
  await came(salon, '+79160000001', 3);
  const { token, tenantId } = salon.owner;
  expect((await call(getWeeklyLetter, { token })).body).toEqual({ isOn: true, isEmailConfirmed: true });
  expect((await call(setWeeklyLetter, { token, body: { isOn: false } })).body).toMatchObject({ isOn: false });
  await anHourPasses();
  expect(lettersTo(salon)).toEqual([]);

  await database.query(`update members set role = 'staff' where tenant_id = $1`, [tenantId]);
  await database.query('delete from letter_members where tenant_id = $1', [tenantId]);
  expect((await call(getWeeklyLetter, { token })).body).toMatchObject({ isOn: false });
  await anHourPasses();
  expect(lettersTo(salon)).toEqual([]);
  await call(setWeeklyLetter, { token, body: { isOn: true } });
  await anHourPasses();
  expect(lettersTo(salon)).toHaveLength(1);
});

test('a business without visits gets no letter, nor does an e-mail that was not confirmed', async () => {
  const quiet = await aSalon();
  const unconfirmed = await open();
  await came(unconfirmed, '+79160000001', 3);
  await anHourPasses();
  expect([...lettersTo(quiet), ...lettersTo(unconfirmed)]).toEqual([]);
});

test('the link of a letter turns it off without signing in; opening it changes nothing', async () => {
  const salon = await aSalon();
  await came(salon, '+79160000001', 3);
  await anHourPasses();
  const link = new URL(linkIn(lettersTo(salon)[0]?.text));
  const { token } = salon.owner;
  const at = `${server.origin}${link.pathname}`;
  const opened = await fetch(at);
  expect([opened.status, (await opened.text()).includes('Отключить')]).toEqual([200, true]);
  expect((await call(getWeeklyLetter, { token })).body.isOn).toBe(true);

  // The request of a mailbox with a button of its own.
  const turnedOff = await fetch(at, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  expect(turnedOff.status).toBe(200);
  expect((await call(getWeeklyLetter, { token })).body.isOn).toBe(false);
  await fetch(at, { method: 'POST', body: new URLSearchParams({ choice: 'on' }) });
  expect((await call(getWeeklyLetter, { token })).body.isOn).toBe(true);
  expect((await fetch(`${server.origin}/letters/nonsense`)).status).toBe(404);
});

test('a mail server that is away gets the letter later, once', async () => {
  const salon = await aSalon();
  await came(salon, '+79160000001', 3);
  mailbox.refuseWith(451);
  await server.runRepeated('insights.queue-letters');
  await expect(server.runJobs()).rejects.toThrow();
  mailbox.refuseWith(0);
  await clock.advance({ hours: 1 });
  await anHourPasses();
  expect(lettersTo(salon)).toHaveLength(1);
});
