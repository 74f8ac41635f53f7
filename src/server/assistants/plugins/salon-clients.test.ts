import { beforeEach, expect, test } from 'vitest';
import { SalonPlugin } from '#contract/assistants/settings.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { SALONS, type SimulatedYclients, yclientsSalon } from '#server/testing/houses/yclients-salon.ts';
import { orderSource } from '#server/orders/source.ts';
import { visitSource } from '#server/visits/source.ts';
import type { Refused, ShownService, ShownTime, ShownVisit } from './result-rules.ts';
import type { SalonPlugins } from './salon-desk.ts';
import { salonTools } from './salon-tools.ts';

const { server, world, connect, connectTo, reset, sourceProviders } = await yclientsSalon();
const { owner: db } = server;
const rows = builders(db);
const ctx = { ...server.ctx, sourceProviders, sources: { visits: visitSource, orders: orderSource } };
let owner: Awaited<ReturnType<typeof connect>>;
let contactId: ContactId;

beforeEach(async () => {
  await reset();
  owner = await connect();
  contactId = (await aContact({ name: 'Белла', phone: '+79161234500' })).id;
});

const aContact = (contact: object) => rows.aContact({ tenantId: owner.tenantId, ...contact });

type Answer = {
  ok: boolean;
  services: ShownService[];
  times: ShownTime[];
  visits: ShownVisit[];
  visit: ShownVisit;
} & Partial<Pick<Refused, 'reason' | 'next'>>;
type As = { contactId?: ContactId; plugins?: SalonPlugins; contactTexts?: string };

const toolsOf = (as: As) =>
  salonTools({
    ctx,
    scope: {
      tenantId: owner.tenantId,
      contactId: as.contactId ?? contactId,
      key: 'turn 1',
      language: 'ru',
      branchIds: [],
      signal: new AbortController().signal,
      contactTexts: as.contactTexts ?? '',
      ownTexts: '',
    },
    plugins: as.plugins ?? { yclients: SalonPlugin.parse({}) },
  });

/** Calls a function as a model does. */
async function callTool(name: string, given: object, as: As = {}): Promise<Answer> {
  return (await toolsOf(as)[name]?.execute?.(given, { toolCallId: 'call', messages: [], context: {} })) as Answer;
}
const book = (given: object = {}, as: As = {}) =>
  callTool(
    'book',
    { service: 'женская стрижка', master: null, when: '2026-03-08 15:00', name: null, phone: null, ...given },
    as,
  );
const move = (given: object, as: As = {}) => callTool('move_visit', { visit_id: null, ...given }, as);
const cancel = (given: object = {}, as: As = {}) => callTool('cancel_visit', { visit_id: null, ...given }, as);

test('a phone that the contact wrote is kept with them and booked with; what is none is asked for again', async () => {
  const noPhone = { contactId: (await aContact({ name: 'Вера', phone: null })).id };
  const wrong = await book({ phone: '916 12' }, { ...noPhone, contactTexts: '916 12' });
  expect(wrong).toMatchObject({ ok: false, reason: 'wrong_phone', next: expect.stringContaining('country code') });
  const invented = await book({ phone: '+7 916 123-45-99' }, { ...noPhone, contactTexts: 'запишите меня' });
  expect(invented).toMatchObject({ ok: false, reason: 'needs_phone' });
  expect(await phoneOf(noPhone)).toBeNull();
  const written = { ...noPhone, contactTexts: 'запишите, мой номер 8 (916) 123-45-99' };
  expect(await book({ phone: '8 (916) 123-45-99' }, written)).toMatchObject({ ok: true, visit: { name: 'Вера' } });
  expect(await phoneOf(noPhone)).toBe('+79161234599');
  expect((await callTool('my_visits', {}, noPhone)).visits).toHaveLength(1);
});

test('a phone of another contact stays theirs: the visit is booked with it, and nobody is merged', async () => {
  const stranger = { contactId: (await aContact({ name: 'Вера', phone: null })).id };
  const given = { ...stranger, contactTexts: '+79161234500' };
  expect(await book({ phone: '+79161234500' }, given)).toMatchObject({ ok: true });
  expect(await phoneOf(stranger)).toBeNull();
  expect(await phoneOf({ contactId })).toBe('+79161234500');
  expect((await callTool('my_visits', {}, stranger)).visits).toEqual([]);
});

const phoneOf = async (of: { contactId: ContactId }) =>
  (await db.query('select phone from contacts where id = $1', [of.contactId])).rows[0].phone;

test('one set of functions serves the branches of two booking systems, each by the owner’s switches for it', async () => {
  const systems = { yclients: SalonPlugin.parse({}), altegio: SalonPlugin.parse({ books: false, cancels: false }) };
  await connectTo(SALONS.altegio, undefined, owner);
  const as = { plugins: systems };
  const { services } = await callTool('list_services', { words: null }, as);
  const branches = new Set(services.map(({ branch }) => branch));
  expect(branches).toEqual(new Set(['Студия Ромашка, Покровка', 'Aurora Beauty, Tbilisi']));
  expect(await book({}, as)).toMatchObject({ ok: true, visit: { branch: 'Студия Ромашка, Покровка' } });
  const haircut = services.find(({ title, branch }) => branch?.startsWith('Aurora') && /haircut and/i.test(title));
  const there = { service: haircut!.service_id, when: '2026-03-08 18:00' };
  expect(await book(there, as)).toMatchObject({ ok: false, reason: 'unsupported' });
  const both = { plugins: { ...systems, altegio: SalonPlugin.parse({ cancels: false }) } };
  const booked = await book(there, both);
  expect(booked).toMatchObject({ ok: true, visit: { branch: 'Aurora Beauty, Tbilisi' } });
  expect((await callTool('my_visits', {}, both)).visits).toHaveLength(2);
  expect(await cancel({ visit_id: booked.visit.visit_id }, both)).toMatchObject({ ok: false, reason: 'unsupported' });
  expect(await move({ visit_id: booked.visit.visit_id, when: '2026-03-08 19:00' }, both)).toMatchObject({ ok: true });
  const offered = (plugins: SalonPlugins) => Object.keys(toolsOf({ plugins }));
  expect(offered(systems)).toContain('cancel_visit');
  expect(offered({ altegio: systems.altegio })).not.toContain('cancel_visit');
  expect(offered({})).toEqual([]);
});

test('the same functions book in Altegio, in the time and currency of its branch', async () => {
  owner = await connectTo(SALONS.altegio);
  contactId = (await aContact({ name: 'Nino', phone: '+995555123456' })).id;
  const as = { plugins: { altegio: SalonPlugin.parse({}) } };
  const { times } = await callTool(
    'find_times',
    { service: 'haircut and styling', master: null, day: '2026-03-08', part_of_day: null },
    as,
  );
  const [first] = times;
  const words = { service: 'haircut and styling', when: `${first!.day} ${first!.time}` };
  const booked = await book(words, as);
  expect(booked).toMatchObject({ ok: true, visit: { price: expect.stringMatching(/^90/), time: first!.time } });
  expect(await move({ when: '2026-03-08 18:00' }, as)).toMatchObject({ ok: true, visit: { time: '18:00' } });
  const { records } = await world.control<SimulatedYclients>('GET', '/altegio');
  expect(records.filter((record) => Reflect.has(record, 'apiId'))).toMatchObject([{ date: '2026-03-08 18:00:00' }]);
  expect((await callTool('list_services', { words: null })).services).toEqual([]);
});
