import { expect, test } from 'vitest';
import {
  checkMailing,
  listCheckedPeople,
  listRehearsedPeople,
  type RehearsedGroup,
  rehearseMailing,
} from '#contract/mailings/check.ts';
import type { Mailing } from '#contract/mailings/calls.ts';
import { type MailingHouse, mailingHouses } from '#server/testing/houses/mailing-house.ts';

const { server, open } = await mailingHouses();

const request = ({ owner }: MailingHouse, { settings, id: mailingId }: Mailing, others: object = {}) => ({
  token: owner.token,
  body: { settings, mailingId, ...others },
});
const rehearse = async (house: MailingHouse, mailing: Mailing) =>
  (await server.call(rehearseMailing, request(house, mailing))).body;
const peopleOf = async (house: MailingHouse, mailing: Mailing, group: RehearsedGroup) =>
  (await server.call(listRehearsedPeople, request(house, mailing, { group }))).body.items.map(
    ({ contactId }) => contactId,
  );

test('a rehearsal reaches each recipient in the hour of their zone, within the daily limit, and adds up', async () => {
  const house = await open();
  const here = await house.people(4);
  const west = await house.people(2, { timeZone: 'America/Sao_Paulo' });
  await house.people(1, { refusesMailings: true });
  const mailing = await house.aMailing({ timing: { isInContactZone: true, perDay: 5 } });
  const rehearsal = await rehearse(house, mailing);
  // It is 9:00 in São Paulo at 12:00Z, and 18:00 when the next day of the cabinet begins.
  expect(rehearsal).toEqual({
    audience: 7,
    excluded: [{ rule: 'refuses_mailings', contacts: 1 }],
    control: 0,
    recipients: 6,
    reached: 6,
    hours: [
      { at: '2026-03-02T09:00:00Z', messages: 4 },
      { at: '2026-03-02T12:00:00Z', messages: 1 },
      { at: '2026-03-02T21:00:00Z', messages: 1 },
    ],
    missed: [],
    waited: [],
    sampled: 6,
  });
  expect(await peopleOf(house, mailing, { hour: '2026-03-02T09:00:00Z' })).toEqual(here);
  expect(await peopleOf(house, mailing, { hour: '2026-03-02T21:00:00Z' })).toEqual([west[1]]);
  const check = (await server.call(checkMailing, request(house, mailing))).body;
  expect(check.days).toEqual([
    { date: '2026-03-02', messages: 5 },
    { date: '2026-03-03', messages: 1 },
  ]);
});

test('a used-up frequency cap puts recipients off, or leaves them out where that is too late, and so does the run', async () => {
  const house = await open();
  const before = await house.people(2);
  await server.owner.query(
    `insert into contact_policies (tenant_id, quiet_from_hour, quiet_to_hour, marketing_limit, marketing_days) values ($1, 22, 8, 1, 2)`,
    [house.owner.tenantId],
  );
  const first = await house.aMailing();
  await house.start(first);
  await house.settle(first);
  const later = await house.people(3);
  const patient = await house.aMailing();
  const putOff = await rehearse(house, patient);
  expect(putOff).toMatchObject({
    recipients: 5,
    reached: 5,
    missed: [],
    waited: [{ rule: 'marketing_budget', contacts: 2 }],
  });
  expect(await peopleOf(house, patient, { waited: 'marketing_budget' })).toEqual(before);
  expect(putOff.hours[0]?.messages).toBe(3);
  expect((await server.call(checkMailing, request(house, patient))).body).toMatchObject({ recipients: 5, capped: 2 });
  const page = { exclusion: 'marketing_budget' as const };
  const capped = (await server.call(listCheckedPeople, request(house, patient, page))).body.items;
  expect(capped.map(({ contactId }) => contactId)).toEqual(before);

  const now = Date.parse(putOff.hours[0]?.at ?? '');
  const hasty = await house.aMailing({ timing: { useBy: new Date(now + 6 * 3_600_000).toISOString() } });
  expect(await rehearse(house, hasty)).toMatchObject({
    reached: 3,
    missed: [{ rule: 'marketing_budget', contacts: 2 }],
  });
  expect(await peopleOf(house, hasty, { missed: 'marketing_budget' })).toEqual(before);
  await house.start(hasty);
  expect((await house.settle(hasty)).counts.excluded).toEqual({ marketing_budget: 2 });
  expect(await house.reached(hasty)).toEqual(later);
});

test('the tenant’s own daily cap of a number lengthens a mailing', async () => {
  const house = await open();
  await house.people(5);
  await server.owner.query(`update channels set settings = '{"dailyCap": 2}' where id = $1`, [house.channelId]);
  const mailing = await house.aMailing();
  expect((await server.call(checkMailing, request(house, mailing))).body.days).toEqual([
    { date: '2026-03-02', messages: 2 },
    { date: '2026-03-03', messages: 2 },
    { date: '2026-03-04', messages: 1 },
  ]);
});
