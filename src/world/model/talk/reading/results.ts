import { isRecord } from '../../../values/fields.ts';

/** Results of the tools, read with care: a tool may leave parts out. */
export type ServiceItem = { id: string; title: string; price: string | null; minutes: number | null };
export type MasterItem = { id: string; name: string; specialization: string | null };
export type TimeItem = {
  day: string;
  time: string;
  masterId: string | null;
  master: string | null;
  /** Null where the service has it. */
  price: string | null;
};
export type VisitItem = {
  id: string;
  day: string;
  time: string;
  service: string;
  /** With those of other visits of the salon it distinguishes branches; null where the tool gives none. */
  serviceId: string | null;
  master: string | null;
  price: string | null;
  status: string | null;
};

type Fields = Record<string, unknown>;

const text = (fields: Fields, ...names: string[]): string | null => {
  const value = names.map((name) => fields[name]).find((one) => typeof one === 'string' || typeof one === 'number');
  return value === undefined || value === '' ? null : String(value);
};

/** The first of some lists that a result has. */
function list(result: Fields, ...names: string[]): Fields[] {
  const items = names.map((name) => result[name]).find(Array.isArray);
  return Array.isArray(items) ? items.filter(isRecord) : [];
}

/** Services of several branches that share a title have their branch beside it. */
export function readServices(result: Fields): ServiceItem[] {
  const items = list(result, 'services', 'specialities');
  const titles = items.map((item) => text(item, 'title', 'name') ?? '');
  return items.map((item, at) => {
    const title = titles[at] ?? '';
    const branch = text(item, 'branch');
    const isShared = titles.filter((one) => one === title).length > 1;
    return {
      id: text(item, 'service_id', 'speciality_id', 'id') ?? '',
      title: isShared && branch !== null ? `${title}, ${branch}` : title,
      price: text(item, 'price'),
      minutes: typeof item['minutes'] === 'number' ? item['minutes'] : null,
    };
  });
}

export const readMasters = (result: Fields): MasterItem[] =>
  list(result, 'masters', 'doctors').map((item) => ({
    id: text(item, 'master_id', 'doctor_id', 'id') ?? '',
    name: text(item, 'name') ?? '',
    specialization: text(item, 'specialization') ?? joined(item['specialities']),
  }));

export const readTimes = (result: Fields): TimeItem[] =>
  list(result, 'times', 'offered').map((item) => ({
    day: text(item, 'day') ?? '',
    time: (text(item, 'time') ?? '').slice(0, 5),
    masterId: text(item, 'master_id', 'doctor_id'),
    master: text(item, 'master', 'doctor'),
    price: text(item, 'price'),
  }));

const joined = (titles: unknown): string | null =>
  Array.isArray(titles) && titles.length > 0 ? titles.join(', ') : null;

export const readVisits = (result: Fields): VisitItem[] => list(result, 'visits', 'appointments').map(toVisit);

export function readVisit(result: Fields): VisitItem | null {
  const visit = result['visit'] ?? result['appointment'];
  return isRecord(visit) ? toVisit(visit) : null;
}

const toVisit = (item: Fields): VisitItem => ({
  id: text(item, 'visit_id', 'appointment_id', 'id') ?? '',
  day: text(item, 'day') ?? '',
  time: (text(item, 'time') ?? '').slice(0, 5),
  service: text(item, 'service', 'speciality', 'title') ?? '',
  serviceId: text(item, 'service_id'),
  master: text(item, 'master', 'doctor'),
  price: text(item, 'price'),
  status: text(item, 'status'),
});

export const isRefused = (result: Fields): boolean => result['ok'] === false || 'error' in result;

export const reasonOf = (result: Fields): string => text(result, 'reason', 'error') ?? '';
