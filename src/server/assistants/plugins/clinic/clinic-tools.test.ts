import { beforeEach, expect, test } from 'vitest';
import { MedflexPlugin } from '#contract/assistants/settings.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { orderSource } from '#server/orders/source.ts';
import { clinicHouse } from '#server/testing/houses/clinic-house.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { visitSource } from '#server/visits/source.ts';
import type { ClinicRefusal, ShownAppointment, ShownClinicTime } from './clinic-results.ts';
import { clinicTools } from './clinic-tools.ts';

const { server, world, connect, reset, appointments, sourceProviders } = await clinicHouse();
const rows = builders(server.owner);
const ctx = { ...server.ctx, sourceProviders, sources: { visits: visitSource, orders: orderSource } };
const CONSENT = 'Передадим клинике имя, дату рождения и телефон. Согласны?';
let owner: Awaited<ReturnType<typeof connect>>;
let contactId: ContactId;

beforeEach(async () => {
  await reset();
  owner = await connect('ru');
  contactId = (await rows.aContact({ tenantId: owner.tenantId, name: 'Иван', phone: '+79161234500' })).id;
});

type As = {
  contactId?: ContactId | null;
  plugin?: object;
  contactTexts?: string;
  ownTexts?: string;
  signal?: AbortSignal;
};
type Answer = Omit<Partial<ClinicRefusal>, 'ok'> & {
  ok: boolean;
  times: ShownClinicTime[];
  appointment: ShownAppointment;
  appointments: ShownAppointment[];
  doctors: { name: string; clinics?: string[] }[];
  clinics: { clinic_id: string }[];
};

const toolsOf = (as: As) =>
  clinicTools({
    ctx,
    scope: {
      tenantId: owner.tenantId,
      contactId: as.contactId === undefined ? contactId : as.contactId,
      key: 'turn 1',
      language: 'ru',
      branchIds: [],
      signal: as.signal ?? new AbortController().signal,
      contactTexts: as.contactTexts ?? 'Иван Петров, 1 мая 1990\nДа, согласен',
      ownTexts: as.ownTexts ?? `Последний вопрос. ${CONSENT}`,
    },
    plugin: MedflexPlugin.parse({ consentText: CONSENT, ...as.plugin }),
  });

/** Calls a function as a model does. */
async function callTool(name: string, given: object, as: As = {}): Promise<Answer> {
  return (await toolsOf(as)[name]?.execute?.(given, { toolCallId: 'call', messages: [], context: {} })) as Answer;
}

const ANY = { speciality: 'терапевт', doctor: null, clinic: null };
const find = (given: object = {}, as: As = {}) =>
  callTool('find_doctor_times', { ...ANY, day: '2026-03-04', part_of_day: null, ...given }, as);
const PATIENT = { first_name: 'Иван', last_name: 'Петров', birthday: '1990-05-01', phone: null, agreed: true };
const book = (given: object = {}, as: As = {}) => callTool('book_appointment', { ...ANY, ...PATIENT, ...given }, as);
const cancel = (given: object = {}, as: As = {}) =>
  callTool('cancel_appointment', { appointment_id: null, ...given }, as);
const firstTime = async (given: object = {}) => {
  const { times } = await find(given);
  const [first] = times;
  if (!first) throw new Error('There is no free time');
  return { ...first, when: `${first.day} ${first.time}` };
};
const breakNext = (fault: object) => world.control('POST', '/fault', { channel: 'medflex', ...fault });

test('doctors and times are found by people’s words, with prices, in the clinics that the owner chose', async () => {
  const all = await callTool('list_doctors', { speciality: 'к терапевту', clinic: null });
  expect(all.doctors.map(({ name }) => name)).toEqual(['Иванова Анна Сергеевна', 'Петров Илья Олегович']);
  expect(all.doctors[1]?.clinics).toHaveLength(2);
  const only = { plugin: { lpuIds: ['102'] } };
  expect((await callTool('list_clinics', {}, only)).clinics).toMatchObject([{ clinic_id: '102' }]);
  const here = await callTool('list_doctors', { speciality: 'терапевт', clinic: null }, only);
  expect(here.doctors).toMatchObject([{ name: 'Петров Илья Олегович', price: '2\u00A0900\u00A0₽' }]);
  const { times } = await find({ doctor: 'Ивановой', part_of_day: 'morning' });
  expect(times[0]).toMatchObject({ day: '2026-03-04', weekday: 'Wednesday', doctor: 'Иванова Анна Сергеевна' });
  expect(times.every(({ time }) => time < '12:00')).toBe(true);
  expect(await find({ speciality: 'хирург' })).toMatchObject({ ok: false, reason: 'not_offered' });
  expect(await find({ speciality: null })).toMatchObject({ ok: false, reason: 'needs_speciality' });
  expect(await find({ day: '2026-02-01' })).toMatchObject({ ok: false, reason: 'past' });
});

test('nothing is booked until the contact was sent the consent text and agreed', async () => {
  const { when } = await firstTime();
  const refused = { ok: false, reason: 'needs_consent', consent: CONSENT };
  expect(await book({ when, agreed: false })).toMatchObject(refused);
  expect(await book({ when }, { ownTexts: 'Здравствуйте! На какое время записать?' })).toMatchObject(refused);
  expect(await book({ when }, { contactTexts: '1 мая 1990\nА зачем вам это?' })).toMatchObject(refused);
  expect(await appointments()).toEqual([]);
  expect(await book({ when })).toMatchObject({ ok: true, appointment: { patient: 'Иван Петров', status: 'booked' } });
});

test('the patient’s data are asked for one by one, and only what the contact wrote counts', async () => {
  const { when } = await firstTime();
  const noPhone = { contactId: (await rows.aContact({ tenantId: owner.tenantId, name: '', phone: null })).id };
  expect(await book({ when, last_name: null }, noPhone)).toMatchObject({ reason: 'needs_name' });
  expect(await book({ when, birthday: null }, noPhone)).toMatchObject({ reason: 'needs_birthday' });
  expect(await book({ when, birthday: '1985-01-01' }, noPhone)).toMatchObject({ reason: 'needs_birthday' });
  expect(await book({ when }, noPhone)).toMatchObject({ reason: 'needs_phone' });
  const wrong = { ...noPhone, contactTexts: '1 мая 1990, 916 12' };
  expect(await book({ when, phone: '916 12' }, wrong)).toMatchObject({ reason: 'wrong_phone' });
  const given = { ...noPhone, contactTexts: '1 мая 1990, 8 916 123-45-99\nДа' };
  expect(await book({ when, phone: '8 916 123-45-99' }, given)).toMatchObject({ ok: true });
  expect(await appointments()).toMatchObject([{ patient: { mobile_phone: '79161234599' } }]);
});

test('an appointment is made once, also when its answer was lost or the turn is repeated', async () => {
  const { when } = await firstTime();
  await breakNext({ match: 'execute', action: 'http', status: 502, effect: 'done' });
  await breakNext({ match: 'history', action: 'http', status: 500 });
  expect(await book({ when })).toMatchObject({ ok: false, reason: 'failed' });
  const made = await book({ when });
  expect(made).toMatchObject({ ok: true });
  expect(await book({ when })).toEqual(made);
  expect(await appointments()).toHaveLength(1);
});

test('a time that another patient took leads to the next doctor, else to the nearest times', async () => {
  const { when, doctor_id: doctorId } = await firstTime({ clinic: 'Покровка' });
  const block = (id: number, clinicId: number) =>
    world.control('POST', '/medflex/blocks', { doctorId: id, clinicId, start: when });
  await breakNext({ match: 'execute', action: 'http', status: 409, body: { detail: 'Время уже занято' } });
  const first = await book({ when, doctor: doctorId, clinic: 'Покровка' });
  expect(first).toMatchObject({ ok: false, reason: 'taken' });
  expect(first.offered).toHaveLength(3);
  for (const id of [501, 502]) await block(id, 101);
  await block(502, 102);
  const none = await book({ when });
  expect(none).toMatchObject({ ok: false, reason: 'taken' });
  expect(none.offered?.every(({ day, time }) => `${day} ${time}` !== when)).toBe(true);
});

test('only the contact’s own appointments are listed and cancelled, those that the clinic cancelled are gone', async () => {
  const { when } = await firstTime({ clinic: 'Покровка' });
  const made = await book({ when, clinic: 'Покровка' });
  const stranger = { contactId: (await rows.aContact({ tenantId: owner.tenantId, phone: '+79169990001' })).id };
  const id = { appointment_id: made.appointment.appointment_id };
  expect(await cancel(id, stranger)).toMatchObject({ ok: false, reason: 'which_appointment', appointments: [] });
  expect((await callTool('my_appointments', {})).appointments).toHaveLength(1);
  expect(await book({ when, speciality: 'кардиолог', doctor: null })).toMatchObject({ reason: 'yours' });
  expect(await cancel()).toMatchObject({ ok: true, appointment: { status: 'cancelled' } });
  expect(await cancel()).toMatchObject({ ok: true, appointment: { status: 'cancelled' } });
  const again = await book({ when, clinic: 'Покровка' });
  expect(again).toMatchObject({ ok: true });
  const [, last] = await appointments();
  await world.control('POST', `/medflex/appointments/${last?.uuid}/cancel`);
  expect((await callTool('my_appointments', {})).appointments).toEqual([]);
});

test('a clinic that cannot cancel, and a deed that is switched off, are left to a person', async () => {
  const { when } = await firstTime({ clinic: 'Соколе' });
  expect(await book({ when, clinic: 'Соколе' })).toMatchObject({ ok: true });
  expect(await cancel()).toMatchObject({ ok: false, reason: 'unsupported' });
  const names = Object.keys(toolsOf({ plugin: { books: false, cancels: false } }));
  expect(names).toEqual(['list_clinics', 'list_specialities', 'list_doctors', 'find_doctor_times', 'my_appointments']);
});

test('a trial checks the same and writes nothing, an overtaken turn neither', async () => {
  const { when } = await firstTime();
  const trial = { contactId: null };
  expect(await book({ when, agreed: false }, trial)).toMatchObject({ reason: 'needs_consent' });
  expect(await book({ when }, trial)).toMatchObject({ ok: true, appointment: { appointment_id: 'trial' } });
  expect(await book({ when }, { signal: AbortSignal.abort() })).toMatchObject({ ok: false });
  expect(await appointments()).toEqual([]);
  expect(await callTool('my_appointments', {}, trial)).toEqual({ ok: true, appointments: [] });
});

test('without an account, or with one that fails, the client is told that it did not work', async () => {
  await server.owner.query('update connections set removed_at = now() where tenant_id = $1', [owner.tenantId]);
  expect(await find()).toMatchObject({ ok: false, reason: 'unsupported' });
  owner = await connect('ru');
  await breakNext({ action: 'http', status: 503, times: 0 });
  expect(await find()).toMatchObject({ ok: false, reason: 'failed' });
});
