import { CAST, type Role } from '../cast/cast.ts';
import { stableNumber } from '../values/ids.ts';
import {
  type Appointment,
  type Client,
  type Company,
  type Country,
  WEBHOOK_FLAGS,
  type WebhookSettings,
  type PlatformState,
  type SalonUser,
  type Service,
  type StaffMember,
  instantOf,
  wallTime,
} from './state.ts';

const DAY_MS = 86_400_000;

export const RUSSIA: Country = { id: 7, title: 'Россия', currency: '₽' };

/** Catalogue of a salon: name, speciality, position; category, title, price, minutes, masters. */
export type Trade = {
  /** The name of a break in the journal. */
  pause: string;
  masters: readonly (readonly [string, string, number | null])[];
  services: readonly (readonly [string, string, number, number, readonly number[]])[];
};

/** A platform where nobody works yet. */
export function emptyPlatform(partnerTokens: string[], users: SalonUser[]): PlatformState {
  return {
    partnerTokens,
    users,
    companies: [],
    staff: [],
    categories: [],
    services: [],
    clients: [],
    records: [],
    lastRecordId: 900_000,
    lastVisitId: 800_000,
    lastClientId: 555_000,
    webhooksEnabled: true,
    hooksSettingsSupported: true,
    datetimeOffsetBug: false,
    marketplace: { applications: [], installs: [] },
    platformSms: [],
  };
}

export type NewCompany = Pick<Company, 'id' | 'title' | 'timezone' | 'city' | 'address' | 'phone' | 'country'> & {
  trade: Trade;
  masters: number;
  guests: readonly Role[];
  /** Without visits. */
  isEmpty?: boolean;
};

/** Adds a branch with masters, services, clients and a week of visits around now. */
export function addCompany(state: PlatformState, now: number, order: NewCompany): Company {
  const { trade, masters, guests, isEmpty, ...given } = order;
  const company: Company = {
    ...given,
    cityId: stableNumber(order.city, 500) + 1,
    licenceActive: true,
    denied: [],
    hooks: noWebhooks(),
  };
  state.companies.push(company);
  const staff = trade.masters.slice(0, masters).map(([name, specialization, positionId], index): StaffMember => ({
    id: company.id * 100 + index + 1,
    companyId: company.id,
    name,
    specialization,
    positionId,
    rating: 4.5 + index / 10,
    votes: 12 + index * 7,
    fired: 0,
    hidden: 0,
  }));
  state.staff.push(...staff);
  addServices(state, company.id, trade, staff);
  state.clients.push(...guests.map((role) => aClient(state, company.id, role, now)));
  if (!isEmpty) addVisits(state, now, company, trade);
  return company;
}

function addServices(state: PlatformState, companyId: number, trade: Trade, staff: StaffMember[]): void {
  const titles = [...new Set(trade.services.map(([category]) => category))];
  const categories = titles.map((title, index) => ({ id: companyId * 10 + index + 1, companyId, title }));
  state.categories.push(...categories);
  const services = trade.services.map(([category, title, price, minutes, masters], index): Service => {
    const able = masters.flatMap((nth) => staff[nth]?.id ?? []);
    return {
      id: companyId * 100 + 31 + index,
      companyId,
      categoryId: categories.find((one) => one.title === category)?.id ?? 0,
      title,
      price,
      lengthSeconds: minutes * 60,
      staffIds: able.length > 0 ? able : staff.map(({ id }) => id),
    };
  });
  state.services.push(...services);
}

function aClient(state: PlatformState, companyId: number, role: Role, now: number): Client {
  return {
    id: ++state.lastClientId,
    companyId,
    name: role.name,
    surname: role.surname,
    patronymic: '',
    phone: role.phone,
    email: role.email,
    sex: role.sex,
    importance: role.visits > 20 ? 3 : 0,
    discount: role.visits > 10 ? 5 : 0,
    birthDate: role.birthDate,
    comment: role.comment ?? '',
    visits: role.visits,
    spent: role.spent,
    smsNot: 0,
    tags: role.visits > 20 ? [{ id: 1, title: 'VIP', color: '#c85681' }] : [],
    changedAt: now - 30 * DAY_MS,
  };
}

const SLOTS = ['10:00', '11:30', '13:30', '15:00', '16:30', '18:30'] as const;

/** Visits of four weeks back and six days ahead, most around today; what has passed has an outcome. */
function addVisits(state: PlatformState, now: number, company: Company, { pause }: Trade): void {
  const staff = state.staff.filter((one) => one.companyId === company.id);
  const clients = state.clients.filter((one) => one.companyId === company.id);
  const today = Temporal.PlainDate.from(wallTime(now, company.timezone).slice(0, 10));
  const crowd = clients.length / CAST.length; // a branch with fewer clients is less busy
  let guest = 0;
  for (let day = FIRST_DAY; day <= LAST_DAY; day++) {
    const date = today.add({ days: day });
    const isLight = date.dayOfWeek === 7 || day >= 4;
    const usual = day < FIRST_FULL_DAY ? PAST_PERCENT : FULL_PERCENT;
    const percent = (isLight ? LIGHT_PERCENT : usual) * crowd;
    for (const { member, slot } of staff.flatMap((one) => SLOTS.map((time) => ({ member: one, slot: time })))) {
      const chance = chanceOf(`${company.id}:${day}:${member.id}:${slot}`);
      if (chance >= percent) continue;
      const able = state.services.filter((service) => service.staffIds.includes(member.id));
      const service = able[chance % able.length];
      if (!service) continue;
      const client = clients[guest++ % clients.length];
      const start = `${date.toString()} ${slot}:00`;
      const isBreak = chance === BREAK_CHANCE;
      addRecord(state, now, company, { member, service, client: isBreak ? undefined : client, start, chance, pause });
    }
  }
}

/** From 0 to 99. Remembered: tests seed a world hundreds of times, each with the same thousands of places. */
function chanceOf(place: string): number {
  const chance = chances.get(place) ?? stableNumber(place, 100);
  chances.set(place, chance);
  return chance;
}

const chances = new Map<string, number>();

/** How full a day is: one around today, a Sunday or one still far away, one of the weeks before. */
const FULL_PERCENT = 24;
const LIGHT_PERCENT = 12;
const PAST_PERCENT = 10;
const FIRST_DAY = -28;
const FIRST_FULL_DAY = -4;
const LAST_DAY = 6;
const BREAK_CHANCE = 7;

type Visit = {
  member: StaffMember;
  service: Service;
  client: Client | undefined;
  start: string;
  chance: number;
  pause: string;
};

function addRecord(state: PlatformState, now: number, company: Company, visit: Visit): void {
  const startsAt = instantOf(visit.start, company.timezone);
  const isOver = startsAt + visit.service.lengthSeconds * 1000 < now;
  const missed = visit.chance % 11 === 3 ? -1 : 1;
  const waiting = visit.chance % 5 === 1 ? 2 : 0;
  const createdAt = Math.min(now, startsAt) - ((visit.chance % 6) + 1) * DAY_MS - visit.chance * 60_000;
  const record: Appointment = {
    id: ++state.lastRecordId,
    visitId: ++state.lastVisitId,
    companyId: company.id,
    staffId: visit.member.id,
    lines: visit.client ? [aLine(visit.service, visit.client.discount)] : [],
    clientId: visit.client?.id ?? null,
    date: visit.start,
    lengthSeconds: visit.service.lengthSeconds,
    attendance: isOver ? missed : waiting,
    comment: visit.client ? '' : visit.pause,
    online: visit.chance % 3 === 0,
    deleted: false,
    createdAt,
    changedAt: isOver ? startsAt + visit.service.lengthSeconds * 1000 : createdAt,
  };
  state.records.push(record);
}

export const aLine = ({ id, title, price }: Service, discount: number) => ({
  id,
  title,
  firstCost: price,
  cost: Math.round(price * (1 - discount / 100)),
  discount,
  amount: 1,
});

export function noWebhooks(): WebhookSettings {
  // Every flag is listed in HOOK_FLAGS, which the type is made of.
  const flags = Object.fromEntries(WEBHOOK_FLAGS.map((flag) => [flag, 0])) as Omit<WebhookSettings, 'urls' | 'active'>;
  return { urls: [], active: 0, ...flags } as WebhookSettings;
}
