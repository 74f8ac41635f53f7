import { expect, test } from 'vitest';
import { minorOf, currencyOf } from './money.ts';
import { RecordShape, statusChange, toVisit } from './records.ts';
import type { VendorProfile } from './profile.ts';
import { deniedRights } from './rights.ts';
import { readPayload } from './notices.ts';
import { UnreadablePayload } from '#server/connections/port.ts';

const MOSCOW = { externalId: '4564', timeZone: 'Europe/Moscow', currency: 'RUB' };

/** As the vendor's documentation shows it, shortened. */
const RECORD = {
  id: 900001,
  company_id: 4564,
  staff_id: 77,
  visit_id: 800001,
  activity_id: 0,
  services: [
    {
      id: 31,
      title: 'Haircut',
      cost: 1500,
      cost_to_pay: 1350,
      manual_cost: 1500,
      discount: 10,
      first_cost: 1500,
      amount: 1,
    },
  ],
  staff: { id: 77, name: 'Anna', position: { id: 1, title: 'Stylist' } },
  client: {
    id: 555,
    name: 'Ivan',
    display_name: 'Ivan',
    phone: '+79990001122',
    email: '',
    success_visits_count: 8,
    is_new: false,
  },
  date: '2026-01-20 18:30:00',
  datetime: '2026-01-20T18:30:00+03:00',
  create_date: '2026-01-18T12:36:27+0300',
  last_change_date: '2026-01-18T14:22:50+0300',
  comment: 'window seat',
  online: false,
  attendance: 2,
  visit_attendance: 2,
  confirmed: 1,
  seance_length: 1800,
  length: 1800,
  deleted: false,
  short_link: 'https://yclients.com/c/abc/',
};

const read = (change: object = {}, place = MOSCOW, phones: VendorProfile['phones'] = 'russian') =>
  toVisit(RecordShape.parse({ ...RECORD, ...change }), { ...place, phones });

test('a surname of its own follows the name, which alone addresses the client', () => {
  const named = (client: object) => read({ client: { ...RECORD.client, ...client } })?.client;
  expect(named({ surname: 'Petrov' })).toMatchObject({ name: 'Ivan Petrov', givenName: 'Ivan' });
  expect(named({ name: 'Ivan Petrov', surname: 'Petrov' })).toMatchObject({ name: 'Ivan Petrov' });
  expect(named({ surname: '' })).not.toHaveProperty('givenName');
});

test('a record is converted to a visit', () => {
  expect(read()).toEqual({
    externalId: '900001',
    externalVisitId: '800001',
    client: { externalId: '555', name: 'Ivan', phone: '+79990001122', email: null, isNew: false, visitsCount: 8 },
    masterExternalId: '77',
    masterName: 'Anna',
    services: [{ externalId: '31', title: 'Haircut' }],
    startsAt: Temporal.Instant.from('2026-01-20T15:30:00Z'),
    durationMinutes: 30,
    status: 'confirmed',
    statusText: '2',
    totalMinor: 135_000,
    comment: 'window seat',
    manageUrl: 'https://yclients.com/c/abc/',
    isOnline: false,
    createdAt: Temporal.Instant.from('2026-01-18T09:36:27Z'),
    changedAt: Temporal.Instant.from('2026-01-18T11:22:50Z'),
  });
});

test('numbers may come as texts, and empty objects as lists', () => {
  const visit = read({
    id: '900001',
    staff_id: '77',
    seance_length: '1800',
    attendance: '1',
    staff: [],
    client: [],
    deleted: 0,
    services: [{ id: '31', title: 'Haircut', cost_to_pay: '1350.50', amount: '2' }],
  });
  expect(visit).toMatchObject({
    externalId: '900001',
    masterExternalId: '77',
    masterName: null,
    client: null,
    status: 'arrived',
    durationMinutes: 30,
    totalMinor: 270_100,
  });
});

test.each([
  [0, 'waiting'],
  [2, 'confirmed'],
  [1, 'arrived'],
  [-1, 'no_show'],
  [7, 'unknown'],
] as const)('attendance %i means %s, whatever the field `confirmed` says', (attendance, status) => {
  expect(read({ attendance, confirmed: 1 })?.status).toBe(status);
});

test('an unknown attendance keeps the vendor’s value', () => {
  expect(read({ attendance: 7 })).toMatchObject({ status: 'unknown', statusText: '7' });
  expect(read({ attendance: 'late' })).toMatchObject({ status: 'unknown', statusText: 'late' });
  expect(read({ attendance: null, visit_attendance: null })).toMatchObject({ status: 'unknown', statusText: '' });
});

test("the visit's attendance is the fallback; a deleted record is always cancelled", () => {
  expect(read({ attendance: undefined, visit_attendance: 2 })?.status).toBe('confirmed');
  expect(read({ attendance: 2, deleted: true })?.status).toBe('cancelled');
});

test('the wall clock of the branch decides, not the offset of `datetime`', () => {
  expect(String(read({ datetime: '2026-01-20T18:30:00+04:00' })?.startsAt)).toBe('2026-01-20T15:30:00Z');
  const wrong = { date: null, datetime: '2026-01-20T18:30:00+09:00' };
  expect(String(read(wrong)?.startsAt)).toBe('2026-01-20T15:30:00Z');
});

test.each([
  ['2026-01-20 18:30', '2026-01-20T15:30:00Z'],
  ['2026-01-20 18:30:00.000000', '2026-01-20T15:30:00Z'],
  ['2026-01-20T18:30:00+09:00', '2026-01-20T15:30:00Z'],
  ['2026-01-20T15:30:00.000Z', '2026-01-20T15:30:00Z'],
])('a date may come as %s', (date, instant) => {
  expect(String(read({ date, datetime: null })?.startsAt)).toBe(instant);
});

test.each([
  ['a time the clocks skip', '2026-03-29 02:30:00', '2026-03-29T01:30:00Z'],
  ['a time they show twice', '2026-10-25 02:30:00', '2026-10-25T00:30:00Z'],
])('%s is read', (_, date, instant) => {
  expect(String(read({ date }, { ...MOSCOW, timeZone: 'Europe/Berlin' })?.startsAt)).toBe(instant);
});

test('a record without a readable time is omitted', () => {
  expect(read({ date: 'tomorrow', datetime: null })).toBeNull();
});

test('the total is the amount to pay, or the price where that is missing', () => {
  const services = [
    { id: 1, title: 'a', cost: 100, cost_to_pay: 0, amount: 1 },
    { id: 2, title: 'b', cost: 250.5, amount: 2 },
  ];
  expect(read({ services })?.totalMinor).toBe(50_100);
});

test.each([
  ['RUB', 1350, 135_000],
  ['JPY', 1350, 1_350],
  ['USD', 19.99, 1_999],
])('an amount in %s is in its own minor units', (currency, amount, minor) => {
  expect(minorOf(amount, currency)).toBe(minor);
});

test.each([
  ['₽', 'RUB'],
  ['руб.', 'RUB'],
  ['R$', 'BRL'],
  ['KZT', 'KZT'],
  [null, 'RUB'],
])('%s is %s', (title, code) => {
  expect(currencyOf(title, 'RUB')).toBe(code);
});

test("a status change echoes the record and disables the platform's own messages", () => {
  const record = RecordShape.parse({ ...RECORD, activity_id: 9, datetime: '2026-01-20T18:30:00+09:00' });
  expect(statusChange(record, Temporal.Instant.from('2026-01-20T15:30:00Z'), 'Europe/Moscow', 'confirmed')).toEqual({
    staff_id: 77,
    services: [{ id: 31, first_cost: 1500, discount: 10, cost: 1500 }],
    client: { id: 555, name: 'Ivan', phone: '79990001122', email: '' },
    datetime: '2026-01-20T18:30:00+03:00',
    seance_length: 1800,
    comment: 'window seat',
    activity_id: 9,
    save_if_busy: true,
    send_sms: false,
    sms_remain_hours: 0,
    email_remain_hours: 0,
    attendance: 2,
  });
});

test.each(['', null, '+7 999 ***-**-22', '+7xxxxxx1122'])(
  'a change of status writes no contacts where the phone is hidden from us: %j',
  (phone) => {
    const record = RecordShape.parse({ ...RECORD, client: { ...RECORD.client, phone, email: '' } });
    const change = statusChange(record, Temporal.Instant.from('2026-01-20T15:30:00Z'), 'Europe/Moscow', 'confirmed');
    expect(change['client']).toEqual({ id: 555, name: 'Ivan' });
  },
);

test('denied rights are found at any nesting of the flags', () => {
  const tree = {
    timetable: { timetable_phones_access: false, master_id: 0 },
    record_form: { record_form_access: 1, edit_records_access: '1', edit_records_attendance_access: '0' },
    deeper: { still: { stat_access: 0 } },
    loyalty: { loyalty_access: false, has_loyalty_access: true },
  };
  expect(deniedRights(tree)).toEqual(['timetable_phones', 'edit_records', 'analytics']);
  expect(deniedRights([])).toEqual([]);
});

test.each([
  ['record', 'visit'],
  ['client', 'client'],
  ['service', 'catalogue'],
  ['staff', 'catalogue'],
  ['finances_operation', 'other'],
  ['something_new', 'other'],
] as const)('a post about %s is about %s', (resource, kind) => {
  const body = { company_id: '4564', resource, resource_id: 900001, status: 'update', data: {} };
  expect(readPayload(Buffer.from(JSON.stringify(body)))).toEqual({
    branchExternalId: '4564',
    kind,
    externalId: '900001',
    unknownFields: [],
  });
});

test.each([
  ['the kind of change', { company_id: 4564, resource: 'record', resource_id: 900001 }],
  ['its own ids', { resource: 'record', status: 'update', data: { id: '900001', company_id: '4564' } }],
])('a post may leave out %s', (_, body) => {
  expect(readPayload(Buffer.from(JSON.stringify(body)))).toMatchObject({
    branchExternalId: '4564',
    kind: 'visit',
    externalId: '900001',
    unknownFields: [],
  });
});

test.each([
  '',
  'hello',
  '[]',
  '{"resource":"record"}',
  '{"company_id":null,"resource":"record","resource_id":1,"status":"update"}',
  '{"company_id":1,"resource":"record","resource_id":"1\\u0000","status":"update"}',
  '{"company_id":1,"resource":"record","resource_id":"","status":"update"}',
])('a post that is not the vendor’s cannot be read: %s', (body) => {
  expect(() => readPayload(Buffer.from(body))).toThrow(UnreadablePayload);
});
