import { expect, test } from 'vitest';
import { acceptOffer, listTransfers } from '#contract/flows/transfers.ts';
import type { TransferId } from '#contract/senders/transfers.ts';
import {
  acceptMailingOffer,
  cancelMailingTransfer,
  declineMailingOffer,
  listMailingTransfers,
  sendMailings,
} from '#contract/mailings/transfers.ts';
import { getMailing, listMailings, type Mailing } from '#contract/mailings/calls.ts';
import { startMailing } from '#contract/mailings/runs.ts';
import { listNotices } from '#contract/onboarding/calls.ts';
import { type MailingHouse, mailingHouses } from '#server/testing/houses/mailing-house.ts';

const { server, open } = await mailingHouses();

/** A cabinet whose owner has confirmed their e-mail: only confirmed owners can receive mailings. */
async function openConfirmed(): Promise<MailingHouse> {
  const house = await open();
  const { tenantId } = house.owner;
  await server.owner.query('update members set email_confirmed_at = now() where tenant_id = $1', [tenantId]);
  return house;
}

async function send(from: MailingHouse, email: string, mailings: readonly Mailing[], kind = 'copy') {
  const body = { kind, email, mailingIds: mailings.map(({ id }) => id) };
  const answer = await server.call(sendMailings, { token: from.owner.token, body });
  await server.runJobs();
  return answer;
}

const as = ({ owner }: MailingHouse) => ({ token: owner.token });
const read = async (house: MailingHouse) => (await server.call(listMailingTransfers, as(house))).body;
const rowsOf = async (house: MailingHouse) => (await server.call(listMailings, as(house))).body.items;
const accept = (house: MailingHouse, offerId: TransferId) =>
  server.call(acceptMailingOffer, { ...as(house), params: { offerId } });
const noticesOf = async (house: MailingHouse) =>
  (await server.call(listNotices, as(house))).body.notices.filter(({ kind }) => kind.startsWith('mailings_'));

test('the receiver sees the content of an offer, and accepted mailings arrive as drafts in test mode', async () => {
  const [from, to] = [await openConfirmed(), await openConfirmed()];
  const mailing = await from.aMailing({ content: { texts: { default: 'Spring offer' } } });
  const sent = await send(from, to.owner.email.toUpperCase(), [mailing]);
  expect(sent.body).toMatchObject({ state: 'pending', titles: [mailing.title], expiresAt: '2026-03-16T09:00:00Z' });
  expect((await read(to)).offers).toMatchObject([
    {
      kind: 'copy',
      fromEmail: from.owner.email,
      mailings: [{ title: mailing.title, text: 'Spring offer', variants: 0, toFill: [] }],
    },
  ]);
  expect(await noticesOf(to)).toMatchObject([{ kind: 'mailings_offered', isResolved: false, params: { count: 1 } }]);
  expect((await server.call(listTransfers, as(to))).body).toEqual({ offers: [], sent: [] });

  const first = await accept(to, sent.body.id);
  expect((await accept(to, sent.body.id)).body).toEqual(first.body);
  await server.runJobs();
  expect(await rowsOf(to)).toMatchObject([
    { id: first.body.mailingIds[0], title: mailing.title, status: 'none', mode: 'test', testPhones: [] },
  ]);
  expect(await rowsOf(from)).toHaveLength(1);
  expect((await read(from)).sent).toMatchObject([{ state: 'accepted' }]);
  expect(await noticesOf(to)).toMatchObject([{ isResolved: true }]);
});

test("an accepted handover deletes the sender's mailing, and those who have not had it do not get it", async () => {
  const [from, to] = [await openConfirmed(), await openConfirmed()];
  await from.people(2);
  const mailing = await from.aMailing();
  await from.start(mailing);
  const sent = await send(from, to.owner.email, [mailing], 'move');
  await from.pause(mailing);
  const before = (await from.reached(mailing)).length;
  await accept(to, sent.body.id);
  await server.runJobs();
  expect(await rowsOf(from)).toEqual([]);
  expect(await rowsOf(to)).toMatchObject([{ status: 'none', startsAt: null }]);
  expect(await from.reached(mailing)).toHaveLength(before);
  expect(await noticesOf(from)).toMatchObject([
    { kind: 'mailings_taken', params: { title: to.owner.email, count: 1 } },
  ]);
});

test('a mailing whose audience was a list of the sender cannot start until another audience is chosen', async () => {
  const [from, to] = [await openConfirmed(), await openConfirmed()];
  await to.people(3);
  const earlier = await from.aMailing();
  const mailing = await from.aMailing({ audience: { type: 'mailing', mailingId: earlier.id, outcome: 'replied' } });
  const sent = await send(from, to.owner.email, [mailing]);
  expect((await read(to)).offers[0]?.mailings[0]?.toFill).toEqual(['audience']);
  const { mailingIds } = (await accept(to, sent.body.id)).body;
  const params = { mailingId: mailingIds[0] ?? '' };
  const arrived = (await server.call(getMailing, { ...as(to), params })).body;
  expect(JSON.stringify(arrived)).not.toContain(earlier.id);
  const start = (one: Mailing) => server.call(startMailing, { ...as(to), params, body: { baseVersion: one.version } });
  expect((await start(arrived)).body).toMatchObject({
    code: 'distribution.incomplete',
    details: { missing: expect.arrayContaining(['list']) },
  });
  const chosen = await to.save(arrived, {
    audience: { type: 'conditions', conditions: { match: 'all', groups: [] } },
  });
  expect((await start(chosen)).status).toBe(200);
});

test('a declined, an unknown and a waiting offer look alike to the sender', async () => {
  const [from, to] = [await openConfirmed(), await openConfirmed()];
  const mailing = await from.aMailing();
  for (const email of ['nobody@nowhere.example', to.owner.email]) await send(from, email, [mailing]);
  const [offer] = (await read(to)).offers;
  await server.call(declineMailingOffer, { ...as(to), params: { offerId: offer?.id ?? '' } });
  await server.runJobs();
  expect((await read(to)).offers).toEqual([]);
  expect((await read(from)).sent.map(({ state }) => state)).toEqual(['pending', 'pending']);
});

test('a cancelled offer cannot be accepted, and an offer of mailings is none of flows', async () => {
  const [from, to] = [await openConfirmed(), await openConfirmed()];
  const sent = await send(from, to.owner.email, [await from.aMailing()]);
  const offerId = sent.body.id;
  expect(await server.call(acceptOffer, { ...as(to), params: { offerId } })).toMatchObject({ status: 404 });
  const params = { transferId: offerId };
  expect((await server.call(cancelMailingTransfer, { ...as(from), params })).status).toBe(200);
  await server.runJobs();
  expect(await accept(to, offerId)).toMatchObject({ status: 409, body: { code: 'flow_transfer.over' } });
  expect(await rowsOf(to)).toEqual([]);
});

test("an offer does not exist for a third cabinet, and another cabinet's mailings cannot be offered", async () => {
  const [from, to, third] = [await openConfirmed(), await openConfirmed(), await openConfirmed()];
  const sent = await send(from, to.owner.email, [await from.aMailing()]);
  for (const house of [third, from])
    expect(await accept(house, sent.body.id)).toMatchObject({ status: 404, body: { code: 'flow_transfer.not_found' } });
  expect((await send(from, third.owner.email, [await to.aMailing()])).body.code).toBe('distribution.not_found');
  expect((await send(from, from.owner.email, [await from.aMailing()])).body.code).toBe('flow.own_cabinet');
  expect(await read(third)).toEqual({ offers: [], sent: [] });
});
