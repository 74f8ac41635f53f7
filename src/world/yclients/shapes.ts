import type { Platform } from './platform.ts';
import {
  type Appointment,
  type Client,
  type Company,
  type Service,
  type StaffMember,
  instantOf,
  isActive,
} from './state.ts';

/** The caller's rights, and which of the vendor's known defects are on. */
export type View = { phones: boolean; offsetBug: boolean };

/** `2026-01-18T12:36:27+0300`: an instant the way the vendor writes creation and change. */
export function stamp(at: number, timezone: string): string {
  return localIso(at, timezone).replace(/:(\d\d)$/, '$1');
}

function localIso(at: number, timezone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(Math.round(at)).toZonedDateTimeISO(timezone);
  return zoned.toString({ smallestUnit: 'second', timeZoneName: 'never' });
}

/** Where companies of a city are; of other cities the vendor has none. */
const COORDINATES: Readonly<Record<string, readonly [latitude: number, longitude: number]>> = {
  Москва: [55.759, 37.647],
  Екатеринбург: [56.8389, 60.6057],
  Казань: [55.7887, 49.1221],
  London: [51.5263, -0.1094],
  'São Paulo': [-23.5614, -46.6565],
  Київ: [50.4531, 30.5145],
  Tbilisi: [41.6938, 44.8015],
  Larnaca: [34.9182, 33.6201],
};

function coordinatesOf(city: string): { coordinate_lat: number | null; coordinate_lon: number | null } {
  const [latitude = null, longitude = null] = COORDINATES[city] ?? [];
  return { coordinate_lat: latitude, coordinate_lon: longitude };
}

export function toCompany({ vendor, state }: Platform, company: Company): Record<string, unknown> {
  return {
    id: company.id,
    title: company.title,
    short_descr: 'Салон красоты',
    logo: '',
    active: '1', // NOTE: the vendor writes this number as a text
    phone: `+${company.phone}`,
    country_id: company.country.id,
    country: company.country.title,
    city_id: company.cityId,
    city: company.city,
    timezone: company.timezone,
    ...(vendor.hasTimezoneName && { timezone_name: company.timezone }),
    address: company.address,
    ...coordinatesOf(company.city),
    active_staff_count: state.staff.filter((member) => member.companyId === company.id && isActive(member)).length,
    currency_short_title: company.country.currency,
    allow_change_record: true,
    allow_change_record_delay_step: 0,
    allow_delete_record: true,
    allow_delete_record_delay_step: 0,
    reminds_sms_disabled: false,
  };
}

export function toStaff(member: StaffMember): Record<string, unknown> {
  return {
    id: member.id,
    api_id: null,
    name: member.name,
    company_id: member.companyId,
    specialization: member.specialization,
    position: positionOf(member),
    avatar: '',
    avatar_big: '',
    rating: member.rating,
    votes_count: member.votes,
    fired: member.fired,
    hidden: member.hidden,
    status: 0,
    schedule_till: '2099-12-31',
    user_id: null,
    bookable: true,
  };
}

/** NOTE: an empty object arrives as an empty list. */
const positionOf = ({ positionId, specialization }: StaffMember) =>
  positionId === null ? [] : { id: positionId, title: specialization };

export function toService(service: Service): Record<string, unknown> {
  const isText = service.id % 2 === 0; // NOTE: numbers arrive as texts now and then
  return {
    id: service.id,
    salon_service_id: service.id + 1_000_000,
    title: service.title,
    category_id: service.categoryId,
    price_min: isText ? `${service.price}.00` : service.price,
    price_max: isText ? `${service.price}.00` : service.price,
    discount: 0,
    comment: '',
    weight: service.id % 10,
    active: 1,
    api_id: '00000000042',
    staff: service.staffIds.map((id) => ({ id, seance_length: service.lengthSeconds })),
  };
}

export function toClient(client: Client, timezone: string, view: View): Record<string, unknown> {
  return {
    ...toPerson(client, view),
    categories: client.tags,
    sex_id: client.sex,
    sex: ['Неизвестно', 'Мужской', 'Женский'][client.sex],
    discount: client.discount,
    importance_id: client.importance,
    card: '',
    birth_date: client.birthDate,
    comment: client.comment,
    sms_check: 1,
    sms_not: client.smsNot,
    spent: client.spent,
    paid: client.spent,
    balance: 0,
    visits: client.visits,
    last_change_date: stamp(client.changedAt, timezone),
    custom_fields: [],
  };
}

export const displayName = ({ name, surname }: Client) => [name, surname].filter(Boolean).join(' ');
const shownPhone = ({ phone }: Client, view: View) => (phone === '' || !view.phones ? '' : `+${phone}`);

export function toRecord(platform: Platform, record: Appointment, view: View): Record<string, unknown> {
  const { state, vendor } = platform;
  const company = state.companies.find((one) => one.id === record.companyId);
  const timezone = company?.timezone ?? 'UTC';
  const member = state.staff.find((one) => one.id === record.staffId);
  const client = state.clients.find((one) => one.id === record.clientId);
  const startsAt = instantOf(record.date, timezone);
  return {
    id: record.id,
    company_id: record.companyId,
    staff_id: record.staffId,
    visit_id: record.id % 3 === 0 ? String(record.visitId) : record.visitId,
    activity_id: 0,
    services: record.lines.map((line) => ({
      id: line.id,
      title: line.title,
      cost: line.cost,
      cost_to_pay: line.cost,
      manual_cost: line.firstCost,
      cost_per_unit: line.firstCost,
      discount: line.discount,
      first_cost: line.firstCost,
      amount: line.amount,
    })),
    goods_transactions: [],
    staff: member && {
      id: member.id,
      api_id: null,
      name: member.name,
      specialization: member.specialization,
      position: positionOf(member),
      avatar: '',
      rating: member.rating,
      votes_count: member.votes,
    },
    client: client ? toRecordClient(platform, client, view) : null,
    comer: null,
    clients_count: client ? 1 : 0,
    date: record.date,
    datetime: view.offsetBug ? shiftedIso(record.date, timezone) : localIso(startsAt, timezone),
    create_date: stamp(record.createdAt, timezone),
    last_change_date: stamp(record.changedAt, timezone),
    comment: record.comment,
    online: record.online,
    attendance: record.attendance,
    visit_attendance: record.attendance,
    confirmed: 1,
    seance_length: record.lengthSeconds,
    length: record.lengthSeconds,
    technical_break_duration: 0,
    sms_before: 0,
    sms_now: 0,
    email_now: 0,
    notified: 0,
    master_request: 0,
    sms_remain_hours: 4,
    email_remain_hours: 2,
    review_requested: 0,
    api_id: record.apiId ?? '',
    from_url: '',
    record_from: record.online ? 'Виджет' : '',
    bookform_id: 0,
    is_mobile: 0,
    created_user_id: record.online ? 0 : 123456,
    deleted: record.deleted,
    paid_full: 0,
    payment_status: 0,
    prepaid: false,
    prepaid_confirmed: false,
    is_update_blocked: false,
    custom_color: '',
    record_labels: [],
    custom_fields: [],
    documents: [{ id: record.id + 50_000_000, type_id: 7, visit_id: record.visitId, record_id: record.id }],
    short_link: `${vendor.site}/c/${record.id.toString(36)}/`,
  };
}

function toRecordClient({ state }: Platform, client: Client, view: View): Record<string, unknown> {
  const visits = state.records.filter((one) => one.clientId === client.id && one.companyId === client.companyId);
  return {
    ...toPerson(client, view),
    card: '',
    discount: client.discount,
    success_visits_count: client.visits,
    fail_visits_count: visits.filter((one) => one.attendance === -1).length,
    is_new: client.visits === 0,
    client_tags: client.tags,
    custom_fields: [],
  };
}

/** Name and contact details of a client; without the right for them the vendor leaves the latter empty. */
const toPerson = (client: Client, view: View) => ({
  id: client.id,
  name: client.name,
  surname: client.surname,
  patronymic: client.patronymic,
  display_name: displayName(client),
  phone: shownPhone(client, view),
  email: view.phones ? client.email : '',
});

/** The defect of reference 0.1 (6): the right wall time with an offset of another season. */
function shiftedIso(date: string, timezone: string): string {
  const right = localIso(instantOf(date, timezone), timezone);
  const [, sign = '+', hours = '00', minutes = '00'] = /([+-])(\d\d):(\d\d)$/.exec(right) ?? [];
  return `${right.slice(0, 19)}${sign}${String(Number(hours) + 1).padStart(2, '0')}:${minutes}`;
}
