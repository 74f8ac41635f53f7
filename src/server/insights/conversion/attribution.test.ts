import { expect, test } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getConversion, listConverted } from '#contract/insights/conversion.ts';
import { getDashboard } from '#contract/insights/dashboard.ts';
import { CONVERSION_WINDOWS } from '#contract/insights/values.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons, type Salon, SALON_NOON } from '#server/testing/houses/booked-salon.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { remeasure } from './conversion-measuring.ts';

const { server, open } = await bookedSalons();
const { call, owner } = server;
const rows = builders(owner);
const NOON = Temporal.Instant.from(SALON_NOON);

type Counts = ReplyOf<typeof getConversion>['total'];
type Visit = { id: string; contactId: string; startsAt: Temporal.Instant; paid: number };
type Sent = { contactId: string; senderId: string; at: Temporal.Instant; visitId: string | null; isService: boolean };

const spentIn = ({ spent }: Pick<Counts, 'spent'>) => spent.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

async function measure(salon: Salon): Promise<void> {
  await withTenant(server.ctx, salon.owner.tenantId, remeasure);
  await server.runRepeated('insights.measure-conversion');
}

async function totalOf(salon: Salon, query: Record<string, string>): Promise<Counts> {
  return (await call(getConversion, { token: salon.owner.token, query })).body.total;
}

/** Flows that remind and that invite, and a mailing. */
async function sendersOf({ tenantId }: Salon['owner']) {
  const aFlow = async (kind: string, title: string) => (await rows.aFlow({ tenantId, kind, title })).id;
  return {
    ahead: [await aFlow('visit_reminder', 'Day before'), await aFlow('visit_reminder', 'Hour before')],
    service: [await aFlow('review_request', 'Review')],
    promotional: [await aFlow('repeat_visit', 'Come again'), await aFlow('birthday', 'Birthday')],
    mailing: (await rows.aMailing({ tenantId, title: 'Spring' })).id,
  };
}

/** A small generator: the same numbers for the same seed. */
function numbers(seed: number) {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return { below, pick: <T>(list: readonly T[]): T => list[below(list.length)] as T };
}

/** Visits and messages of a few contacts over fifty days. */
async function aHistory(salon: Salon, seed: number) {
  const { tenantId } = salon.owner;
  const { below, pick } = numbers(seed);
  const senders = await sendersOf(salon.owner);
  const [visits, sent]: [Visit[], Sent[]] = [[], []];
  const daysAgo = () => NOON.subtract({ hours: 1 + below(50 * 24), minutes: below(60) });
  const write = async (message: Sent, priority: number) => {
    await rows.aMessage({
      tenantId,
      contactId: message.contactId,
      channelId: salon.channelId,
      senderId: message.senderId,
      priority,
      subjectKind: message.visitId === null ? null : 'visit',
      subjectId: message.visitId,
      status: 'accepted',
      dueAt: message.at.toString(),
      acceptedAt: message.at.toString(),
    });
    sent.push(message);
  };
  const book = async (contactId: string) => {
    const [startsAt, paid] = [daysAgo(), 1_000 * (1 + below(90))];
    const status = pick(['arrived', 'arrived', 'no_show', 'waiting']);
    const place = { tenantId, branchId: salon.branchId, contactId };
    const { id } = await rows.aVisit({ ...place, startsAt: startsAt.toString(), status, totalMinor: paid });
    if (status === 'arrived') visits.push({ id, contactId, startsAt, paid });
    const about = [
      ...senders.ahead.map((senderId, index) => ({ senderId, at: startsAt.subtract({ hours: index === 0 ? 24 : 1 }) })),
      ...senders.service.map((senderId) => ({ senderId, at: startsAt.add({ hours: 2 }) })),
    ];
    for (const { senderId, at } of about)
      if (below(3) > 0 && at.epochMilliseconds < NOON.epochMilliseconds)
        await write({ contactId, senderId, at, visitId: id, isService: true }, 1);
  };
  for (let person = 0; person < 4; person++) {
    const { id: contactId } = await rows.aContact({ tenantId });
    for (let n = 0; n < 5; n++) await book(contactId);
    for (let n = 0; n < 4; n++) {
      const senderId = pick([...senders.promotional, senders.mailing]);
      const priority = senderId === senders.mailing ? 3 : 2;
      await write({ contactId, senderId, at: daysAgo(), visitId: null, isService: false }, priority);
    }
  }
  return { senders, visits, sent };
}

/** Says it once more, visit by visit: whom a visit belongs to within a window. */
function ownerOf(visit: Visit, history: Awaited<ReturnType<typeof aHistory>>, windowDays: number): string | null {
  const { senders, sent } = history;
  const before = sent.filter(({ contactId, senderId, at, visitId }) => {
    const hours = at.until(visit.startsAt).total('hours');
    const isAbout = visitId === visit.id;
    return (
      contactId === visit.contactId &&
      hours > 0 &&
      hours <= windowDays * 24 &&
      (senders.ahead.some((id) => id === senderId) ? isAbout : !isAbout)
    );
  });
  const latest = (of: readonly Sent[]) =>
    of.toSorted((a, b) => b.at.epochMilliseconds - a.at.epochMilliseconds)[0]?.senderId;
  return latest(before.filter(({ isService }) => !isService)) ?? latest(before) ?? null;
}

test.each([1, 2, 3])(
  'in random histories each visit belongs to one sender, and no more money is shown than was paid (%i)',
  async (seed) => {
    const salon = await open();
    const history = await aHistory(salon, seed);
    await measure(salon);
    const { senders, visits } = history;
    const revenue = visits.reduce((sum, { paid }) => sum + paid, 0);
    const all = [...senders.ahead, ...senders.service, ...senders.promotional, senders.mailing];
    for (const days of CONVERSION_WINDOWS) {
      const windowDays = String(days);
      const total = await totalOf(salon, { windowDays });
      const owned = visits.filter((visit) => ownerOf(visit, history, days) !== null);
      expect(spentIn(total)).toBe(owned.reduce((sum, { paid }) => sum + paid, 0));
      expect(spentIn(total)).toBeLessThanOrEqual(revenue);
      const parts = [];
      for (const senderId of all) {
        const of = await totalOf(salon, { windowDays, senderId });
        const own = visits.filter((visit) => ownerOf(visit, history, days) === senderId);
        expect(spentIn(of)).toBe(own.reduce((sum, { paid }) => sum + paid, 0));
        parts.push(of);
      }
      expect(parts.reduce((sum, part) => sum + spentIn(part), 0)).toBe(spentIn(total));
      expect(parts.reduce((sum, { visited }) => sum + visited, 0)).toBe(total.visited);
      const reminded = await totalOf(salon, { windowDays, kind: 'visit_reminder' });
      expect(spentIn(reminded)).toBe(parts.slice(0, 2).reduce((sum, part) => sum + spentIn(part), 0));
      const query = { windowDays, step: 'visited', limit: '100' };
      const { items } = (await call(listConverted, { token: salon.owner.token, query })).body;
      expect(items).toHaveLength(total.visited);
      expect(items.reduce((sum, { spent }) => sum + (spent?.amountMinor ?? 0), 0)).toBe(spentIn(total));
    }
    const query = { period: 'year' };
    const { senders: shown } = (await call(getDashboard, { token: salon.owner.token, query })).body;
    for (const { senderId, visited, spent } of shown) {
      const alone = await totalOf(salon, { senderId, windowDays: '14', from: '2026-01-01' });
      expect([visited, spentIn({ spent })]).toEqual([alone.visited, spentIn(alone)]);
    }
  },
);

test('a message that is measured no more keeps its visit: a later reminder does not take it as well', async () => {
  const salon = await open();
  const { tenantId } = salon.owner;
  const senders = await sendersOf(salon.owner);
  const [invite] = senders.promotional;
  const [remind] = senders.ahead;
  const { id: contactId } = await rows.aContact({ tenantId });
  const startsAt = NOON.subtract({ hours: 30 * 24 });
  const place = { tenantId, branchId: salon.branchId, contactId };
  const { id } = await rows.aVisit({ ...place, startsAt: startsAt.toString(), status: 'arrived', totalMinor: 5_000 });
  const messages = [
    { senderId: invite, priority: 2, at: startsAt.subtract({ hours: 10 * 24 }), subject: {} },
    {
      senderId: remind,
      priority: 1,
      at: startsAt.subtract({ hours: 24 }),
      subject: { subjectKind: 'visit', subjectId: id },
    },
  ];
  for (const { senderId, priority, at, subject } of messages) {
    const when = { dueAt: at.toString(), acceptedAt: at.toString() };
    const about = { tenantId, contactId, channelId: salon.channelId, status: 'accepted' };
    await rows.aMessage({ ...about, ...subject, ...when, senderId, priority });
  }
  await measure(salon);
  const of = async (senderId: string | undefined) =>
    spentIn(await totalOf(salon, { from: '2025-12-01', ...(senderId && { senderId }) }));
  expect([await of(undefined), await of(invite), await of(remind)]).toEqual([5_000, 5_000, 0]);
  await server.clock.advance({ hours: 25 * 24 });
  await owner.query('insert into conversion_marks (tenant_id, contact_id) values ($1, $2)', [tenantId, contactId]);
  await server.runRepeated('insights.measure-conversion');
  expect([await of(undefined), await of(invite), await of(remind)]).toEqual([5_000, 5_000, 0]);
});
