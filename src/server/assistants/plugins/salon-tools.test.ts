import { beforeEach, expect, test } from 'vitest';
import { SalonPlugin } from '#contract/assistants/settings.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SimulatedRecord, type SimulatedYclients, yclientsSalon } from '#server/testing/houses/yclients-salon.ts';
import { orderSource } from '#server/orders/source.ts';
import { visitSource } from '#server/visits/source.ts';
import type { Refused, ShownMaster, ShownService, ShownTime, ShownVisit } from './result-rules.ts';
import { salonTools } from './salon-tools.ts';

const { server, world, connect, settle, reset, sourceProviders } = await yclientsSalon();
const { owner: db } = server;
const rows = builders(db);
const ctx = { ...server.ctx, sourceProviders, sources: { visits: visitSource, orders: orderSource } };
/** With no-break spaces, as the language writes it. */
const PRICE = '2\u00A0400\u00A0₽';
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
  masters: ShownMaster[];
  times: ShownTime[];
  visits: ShownVisit[];
  visit: ShownVisit & { name: string };
  master: string | null;
  more?: number;
} & Partial<Pick<Refused, 'reason' | 'next'>>;
type As = {
  contactId?: ContactId | null;
  key?: string;
  plugin?: object;
  branchIds?: BranchId[];
  signal?: AbortSignal;
};

const toolsOf = (as: As = {}) =>
  salonTools({
    ctx,
    scope: {
      tenantId: owner.tenantId,
      contactId: as.contactId === undefined ? contactId : as.contactId,
      key: as.key ?? 'turn 1',
      language: 'ru',
      branchIds: as.branchIds ?? [],
      signal: as.signal ?? new AbortController().signal,
      contactTexts: '',
      ownTexts: '',
    },
    plugins: { yclients: SalonPlugin.parse(as.plugin ?? {}) },
  });

/** Calls a function as a model does. */
async function callTool(name: string, given: object, as: As = {}): Promise<Answer> {
  return (await toolsOf(as)[name]?.execute?.(given, { toolCallId: 'call', messages: [], context: {} })) as Answer;
}
const find = (given: object = {}, as: As = {}) =>
  callTool(
    'find_times',
    { service: 'женская стрижка', master: null, day: '2026-03-08', part_of_day: null, ...given },
    as,
  );
const book = (given: object = {}, as: As = {}) =>
  callTool(
    'book',
    { service: 'женская стрижка', master: null, when: '2026-03-08 15:00', name: null, phone: null, ...given },
    as,
  );
const move = (given: object, as: As = {}) => callTool('move_visit', { visit_id: null, ...given }, as);
const cancel = (given: object = {}, as: As = {}) => callTool('cancel_visit', { visit_id: null, ...given }, as);
/** Records of a day that the product created. */
const recordsOf = async (day: string) => {
  const { records } = await world.control<SimulatedYclients>('GET', '/yclients');
  const own = records.filter((record) => Reflect.has(record, 'apiId'));
  return own.filter((record) => String(Reflect.get(record, 'date')).startsWith(day));
};
const takeAt = (date: string, staffId: number) =>
  world.control<SimulatedRecord>('POST', '/yclients/records', { companyId: 4564, date, staffId });

test('services have prices as people read them, and are narrowed by words', async () => {
  const { services } = await callTool('list_services', { words: null });
  expect(services.length).toBeGreaterThan(5);
  expect(services.find(({ title }) => title === 'Женская стрижка')).toEqual({
    service_id: expect.stringMatching(/^[\da-f-]{36}$/),
    title: 'Женская стрижка',
    category: 'Волосы',
    price: PRICE,
    minutes: 60,
  });
  const narrow = await callTool('list_services', { words: 'ногти' });
  expect(new Set(narrow.services.map(({ category }) => category))).toEqual(new Set(['Ногти']));
});

test('of a long list of services forty are listed, and the others are counted', async () => {
  const { rows: branches } = await db.query('select id from branches where tenant_id = $1', [owner.tenantId]);
  for (let at = 0; at < 45; at++)
    await rows.aService({ tenantId: owner.tenantId, branchId: branches[0].id, title: `Процедура ${at}` });
  const all = await callTool('list_services', { words: null });
  expect(all.services).toHaveLength(40);
  const { rows: count } = await db.query('select count(*)::int from services where tenant_id = $1', [owner.tenantId]);
  expect(all.more).toBe(count[0].count - 40);
});

test('masters of a service are those who perform it', async () => {
  const all = await callTool('list_masters', { service: null });
  const some = await callTool('list_masters', { service: 'маникюр' });
  expect(all.masters.length).toBeGreaterThan(some.masters.length);
  expect(some.masters.every(({ specialization }) => /маникюр|ногт/i.test(specialization ?? ''))).toBe(true);
  expect(await callTool('list_masters', { service: 'шиномонтаж' })).toMatchObject({ ok: false, reason: 'not_offered' });
});

test('free times are of the branch’s civil days, of the part of the day and the master that are wanted', async () => {
  const { times } = await find({ part_of_day: 'evening', master: 'к Анне' });
  expect(times[0]).toEqual({
    day: '2026-03-08',
    weekday: 'Sunday',
    time: '17:00',
    service: 'Женская стрижка',
    master: 'Анна Белова',
    master_id: expect.any(String),
  });
  expect(times.every(({ day, time }) => day === '2026-03-08' && time >= '17:00')).toBe(true);
});

test('without a day the next days are searched, with a bounded number of calls and a short list', async () => {
  await world.control('DELETE', '/log?channel=yclients');
  const { times } = await find({ day: null });
  expect(times.length).toBeLessThanOrEqual(12);
  expect(new Set(times.map(({ day }) => day)).size).toBe(3);
  expect(times.every(({ day, time }) => `${day} ${time}` >= '2026-03-02 12:00')).toBe(true);
  const { requests } = await world.control<{ requests: unknown[] }>('GET', '/log?channel=yclients');
  expect(requests.length).toBeLessThanOrEqual(6);
});

test('a day that is over or no day, and a service that several are, are refused with what to do', async () => {
  expect(await find({ day: '2026-03-01' })).toMatchObject({ ok: false, reason: 'past' });
  expect(await find({ day: 'завтра' })).toMatchObject({ ok: false, reason: 'needs_time' });
  expect(await find({ service: '' })).toMatchObject({ ok: false, reason: 'needs_service' });
  const which = await find({ service: 'стрижка' });
  expect(which).toMatchObject({ ok: false, reason: 'which_service', next: expect.stringContaining('service_id') });
  expect(which.services.length).toBeGreaterThan(1);
  const unknown = await find({ master: 'Зинаида' });
  expect(unknown).toMatchObject({ ok: false, reason: 'not_offered' });
  expect(unknown.masters.length).toBeGreaterThan(0);
});

test('a visit is booked in the booking system for the contact, once for the turn', async () => {
  const { times } = await find();
  const [first] = times;
  const words = { service: first!.service, master: first!.master_id, when: `${first!.day} ${first!.time}` };
  const booked = await book(words);
  expect(booked).toMatchObject({
    ok: true,
    visit: {
      day: '2026-03-08',
      weekday: 'Sunday',
      time: first!.time,
      service: 'Женская стрижка',
      master: first!.master,
      price: PRICE,
      name: 'Белла',
      branch: 'Студия Ромашка, Покровка',
    },
  });
  expect(await book(words)).toEqual(booked);
  expect(await book({ ...words, master: null })).toEqual(booked);
  expect(await recordsOf('2026-03-08')).toMatchObject([{ comment: 'Запись через ИИ-ассистента в переписке' }]);
  expect((await world.control<SimulatedYclients>('GET', '/yclients')).platformSms ?? []).toEqual([]);
  const { rows: visits } = await db.query('select contact_id from visits where id = $1', [booked.visit.visit_id]);
  expect(visits).toEqual([{ contact_id: contactId }]);
});

test('a turn whose first booking was not recorded books it no second time, with whichever master', async () => {
  const booked = await book();
  await db.query('delete from visits where id = $1', [booked.visit.visit_id]);
  const again = await book();
  expect(again).toMatchObject({ ok: true, visit: { master: booked.visit.master } });
  expect(await recordsOf('2026-03-08')).toHaveLength(1);
});

test('several services are booked as one visit of a master who performs them all', async () => {
  const { services } = await callTool('list_services', { words: null });
  const hair = services.filter(({ category }) => category === 'Волосы').slice(0, 2);
  const service = hair.map(({ title }) => title).join(' + ');
  const minutes = hair.reduce((sum, one) => sum + (one.minutes ?? 0), 0);
  expect(await book({ service })).toMatchObject({ ok: true, visit: { service, minutes } });
});

test('the contact’s own visit is not said to be another’s, nor booked again by a later turn', async () => {
  await book();
  expect(await book({}, { key: 'turn 2' })).toMatchObject({
    ok: false,
    reason: 'yours',
    visits: [{ day: '2026-03-08', time: '15:00' }],
  });
  expect(await book({ service: 'маникюр', when: '2026-03-08 15:30' }, { key: 'turn 2' })).toMatchObject({
    ok: false,
    reason: 'yours',
  });
  expect(await recordsOf('2026-03-08')).toHaveLength(1);
});

test('a time that is not free is refused with the three nearest', async () => {
  const { masters } = await callTool('list_masters', { service: 'женская стрижка' });
  const [anna] = masters;
  await book({ master: anna!.master_id }, { contactId: (await aContact({ phone: '+79169990001' })).id });
  const taken = await book({ master: anna!.master_id, when: '2026-03-08 15:30' });
  expect(taken).toMatchObject({ ok: false, reason: 'taken' });
  expect(taken.times.map(({ time }) => time)).toEqual(['14:00', '16:00', '16:30']);
  expect(await recordsOf('2026-03-08')).toHaveLength(1);
});

test('of two contacts who want the last time of a master one gets it, and the other the next times', async () => {
  const others = { contactId: (await aContact({ phone: '+79169990001' })).id };
  const master = 'Анна Белова';
  await world.control('DELETE', '/log?channel=yclients');
  const answers = await Promise.all([book({ master }), book({ master }, others)]);
  const [lost, ...more] = answers.filter(({ ok }) => !ok);
  expect([lost, ...more]).toMatchObject([{ reason: 'taken' }]);
  expect(lost!.times).toHaveLength(3);
  expect(lost!.times.every((time) => time.master === master && time.time !== '15:00')).toBe(true);
  expect(await recordsOf('2026-03-08')).toHaveLength(1);
});

test('without a preference the contact who loses the race gets another master at the same time', async () => {
  const others = { contactId: (await aContact({ phone: '+79169990001' })).id };
  const answers = await Promise.all([book(), book({}, others)]);
  expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
  expect(new Set(answers.map(({ visit }) => visit.master)).size).toBe(2);
  expect(await recordsOf('2026-03-08 15:00')).toHaveLength(2);
});

test('a contact without a phone or a name is asked for it, and a given name is used where there is none', async () => {
  const noPhone = (await aContact({ name: 'Вера', phone: null })).id;
  expect(await book({}, { contactId: noPhone })).toMatchObject({ ok: false, reason: 'needs_phone' });
  const noName = (await aContact({ name: '', phone: '+79169990002' })).id;
  expect(await book({}, { contactId: noName })).toMatchObject({ ok: false, reason: 'needs_name' });
  expect(await book({ name: 'Вера' }, { contactId: noName })).toMatchObject({ ok: true, visit: { name: 'Вера' } });
  expect(await book({ name: 'Другая', when: '2026-03-08 17:00' })).toMatchObject({
    ok: true,
    visit: { name: 'Белла' },
  });
});

test('a time that is over, too near or unreadable is not booked', async () => {
  expect(await book({ when: '2026-03-01 15:00' })).toMatchObject({ ok: false, reason: 'past' });
  expect(await book({ when: 'в три' })).toMatchObject({ ok: false, reason: 'needs_time' });
  const soon = server.clock.now().toZonedDateTimeISO('Europe/Moscow').add({ minutes: 30 });
  const when = `${soon.toPlainDate()} ${soon.toPlainTime().toString({ smallestUnit: 'minute' })}`;
  expect(await book({ when })).toMatchObject({ ok: false, reason: 'too_late' });
});

test('a visit is moved and cancelled in the booking system, repeatedly the same', async () => {
  await book();
  const moved = await move({ when: '2026-03-08 15:30' });
  expect(moved).toMatchObject({ ok: true, visit: { day: '2026-03-08', time: '15:30' } });
  expect(await move({ when: '2026-03-08 15:30' })).toEqual(moved);
  expect(await recordsOf('2026-03-08 15:30')).toHaveLength(1);
  expect(await cancel()).toMatchObject({ ok: true, visit: { status: 'cancelled' } });
  expect(await cancel()).toMatchObject({ ok: true, visit: { status: 'cancelled' } });
  expect(await callTool('my_visits', {})).toEqual({ ok: true, visits: [] });
  await settle();
  expect(await recordsOf('2026-03-08')).toMatchObject([{ deleted: true }]);
});

test('a move to a time that is not free is refused with the nearest times of the same master', async () => {
  const { visit } = await book();
  const other = (await aContact({ phone: '+79169990001' })).id;
  await book({ master: visit.master, when: '2026-03-08 17:00' }, { contactId: other });
  const taken = await move({ when: '2026-03-08 17:30' });
  expect(taken).toMatchObject({ ok: false, reason: 'taken' });
  expect(new Set(taken.times.map(({ master }) => master))).toEqual(new Set([visit.master]));
  expect(await recordsOf('2026-03-08 15:00')).toHaveLength(1);
});

test('of several visits the one that is meant has to be named; those of others are out of reach', async () => {
  const first = await book();
  const second = await book({ when: '2026-03-08 18:00' });
  expect(await cancel()).toMatchObject({
    ok: false,
    reason: 'which_visit',
    visits: [{ time: '15:00' }, { time: '18:00' }],
  });
  const stranger = (await aContact({ phone: '+79169990001' })).id;
  expect(await cancel({ visit_id: first.visit.visit_id }, { contactId: stranger })).toMatchObject({
    ok: false,
    reason: 'which_visit',
    visits: [],
  });
  expect(await cancel({ visit_id: second.visit.visit_id })).toMatchObject({ ok: true });
  expect((await callTool('my_visits', {})).visits.map(({ time }) => time)).toEqual(['15:00']);
});

test('after the branch’s closing time a visit is neither moved nor cancelled', async () => {
  await book();
  await db.query(
    'update branches set move_closes_minutes = 20000, cancel_closes_minutes = 20000 where tenant_id = $1',
    [owner.tenantId],
  );
  expect(await move({ when: '2026-03-08 18:00' })).toMatchObject({ ok: false, reason: 'too_late' });
  expect(await cancel()).toMatchObject({ ok: false, reason: 'too_late' });
});

test('a trial checks the same and writes nothing', async () => {
  const trial = { contactId: null };
  await takeAt('2026-03-08 15:00', 456_401);
  expect(await book({ master: 'Анна Белова', name: 'Тест' }, trial)).toMatchObject({ ok: false, reason: 'taken' });
  expect(await book({ when: '2026-03-08 18:00' }, trial)).toMatchObject({ ok: false, reason: 'needs_name' });
  expect(await book({ when: '2026-03-08 18:00', name: 'Тест' }, trial)).toMatchObject({
    ok: true,
    visit: { day: '2026-03-08', time: '18:00', service: 'Женская стрижка', price: PRICE },
  });
  expect(await recordsOf('2026-03-08 18:00')).toEqual([]);
  expect(await callTool('my_visits', {}, trial)).toEqual({ ok: true, visits: [] });
  expect(await move({ when: '2026-03-08 18:00' }, trial)).toMatchObject({ ok: false, reason: 'which_visit' });
  expect(await cancel({}, trial)).toMatchObject({ ok: false, reason: 'which_visit' });
});

test('a deed that is switched off has no function, and branches that are left out are not offered', async () => {
  const names = Object.keys(toolsOf({ plugin: { books: false, moves: false, cancels: false } }));
  expect(names).toEqual(['list_services', 'list_masters', 'find_times', 'my_visits']);
  const { id: elsewhere } = await rows.aBranch({ tenantId: owner.tenantId });
  const only = { plugin: { branchIds: [elsewhere] } };
  expect((await callTool('list_services', { words: null }, only)).services).toEqual([]);
  await book();
  expect(await cancel({}, only)).toMatchObject({ ok: false, reason: 'unsupported' });
});

test('a booking system that does not answer is said to have failed, and a turn that is overtaken writes nothing', async () => {
  const overtaken = AbortSignal.abort();
  await expect(book({}, { signal: overtaken })).rejects.toThrow();
  await world.control('POST', '/fault', {
    channel: 'yclients',
    match: 'seances',
    action: 'http',
    status: 502,
    times: 0,
  });
  expect(await find()).toMatchObject({ ok: false, reason: 'failed' });
  expect(await book()).toMatchObject({ ok: false, reason: 'failed' });
  expect(await recordsOf('2026-03-08')).toEqual([]);
});

test('another tenant’s services and visits are out of reach', async () => {
  const { visit } = await book();
  owner = await connect();
  contactId = (await aContact({ name: 'Чужая', phone: '+79169990009' })).id;
  expect(await cancel({ visit_id: visit.visit_id })).toMatchObject({ ok: false });
  expect(await recordsOf('2026-03-08')).toMatchObject([{ deleted: false }]);
});

test('a service of several branches is chosen by its branch, unless the assistant has one branch alone', async () => {
  owner = await connect(['4564', '4565']);
  contactId = (await aContact({ name: 'Белла', phone: '+79169990008' })).id;
  const { services } = await callTool('list_services', { words: 'женская стрижка' });
  const own = services.filter(({ title }) => title === 'Женская стрижка');
  expect(own.map(({ branch }) => branch).toSorted()).toEqual(['Студия Ромашка, Покровка', 'Студия Ромашка, Урал']);
  expect(await book()).toMatchObject({ ok: false, reason: 'which_service', services: [{}, {}] });
  const ural = own.find(({ branch }) => branch === 'Студия Ромашка, Урал');
  expect(await book({ service: ural!.service_id })).toMatchObject({
    ok: true,
    visit: { time: '15:00', branch: 'Студия Ромашка, Урал' },
  });
  const { rows: branches } = await db.query(`select id from branches where tenant_id = $1 and external_id = '4564'`, [
    owner.tenantId,
  ]);
  expect(await book({ when: '2026-03-08 18:00' }, { branchIds: [branches[0].id] })).toMatchObject({
    ok: true,
    visit: { branch: 'Студия Ромашка, Покровка' },
  });
});
