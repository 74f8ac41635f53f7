import { z } from 'zod';
import { MEDFLEX } from '#contract/connections/kinds/medflex.ts';
import {
  UnreadablePayload,
  type BranchFacts,
  type BranchPlace,
  type Caller,
  type ProviderResult,
} from '#server/connections/port.ts';
import type { BookingCapability, SourceProvider, VisitFacts } from '#server/connections/port.ts';
import type { RecordPayload } from '#server/connections/clinic-port.ts';
import type { Clock } from '#server/platform/deployment/clock.ts';
import { type ApiFailure, createMedflexApi, failure, type MedflexApi, type MedflexOptions } from './api-client.ts';
import { readAppointment } from './appointments.ts';
import { zoneOfOffset } from './offset-rules.ts';
import { cancel, createMedflex, mapped, wallOf, withoutStatus } from './provider.ts';
import { Appointment, Clinic, TriggerAppointment, TriggerBranch } from './shapes.ts';

/**
 * The trigger API, which MedFlex publishes in parts only. An empty path: the call is not available.
 *
 * @property branches list of branches with their `time_offset`
 * @property appointments list of appointments of all patients
 * @property status sets a status, with `{uuid}`
 * @property move moves an appointment, with `{uuid}`
 */
export type TriggerPaths = { branches: string; appointments: string; status: string; move: string };

type SourceOptions = MedflexOptions & { clock: Clock; trigger: TriggerPaths };

type Around = { before: number; ahead: number };

/** The days around now that each poll reads. */
const POLLED_DAYS: Around = { before: 1, ahead: MEDFLEX.listsDaysAhead };
/** The days in which one appointment is looked for: MedFlex sends those of 45 days back. */
const SEARCHED_DAYS = { before: 45, ahead: 90 };
const MAX_PAGES = 40;

/** Clinics as a system to read from: appointments of all patients, where MedFlex has opened them for the token. */
export function createMedflexSource(options: SourceOptions): SourceProvider & { bookings: BookingCapability } {
  const { trigger, clock } = options;
  const api = createMedflexApi(options);
  const clinics = createMedflex(options, api);
  const daysAround = ({ before, ahead }: Around, { timeZone }: BranchPlace) => {
    const today = clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
    return { from: today.subtract({ days: before }), to: today.add({ days: ahead }) };
  };
  const readDays = (caller: Caller, place: BranchPlace, days: Days, page: number) =>
    api.readPage(
      clinicCaller(caller),
      {
        path: trigger.appointments,
        query: {
          dt_start_from: `${days.from.toString()}T00:00:00`,
          dt_start_to: `${days.to.toString()}T23:59:59`,
          lpu_id: place.externalId,
        },
        page,
      },
      z.unknown(),
    );

  const listVisits: BookingCapability['listVisits'] = async (caller, place, which, page) => {
    if (trigger.appointments === '') return notOpened(null);
    const days = 'changedAfter' in which ? daysAround(POLLED_DAYS, place) : which;
    const listed = await readDays(caller, place, days, page);
    if (!listed.isOk) return ofTrigger(listed);
    const { items, next, total } = listed.value;
    const read = items.map((one) => readAppointment(one, place));
    const visits = read.flatMap((one) => ('visit' in one ? [one.visit] : []));
    const unreadable = read.flatMap((one) => ('problem' in one ? [one] : []));
    return { isOk: true, value: { visits, unreadable, unknownFields: [], nextPage: next, total } };
  };

  const findVisit = async (caller: Caller, place: BranchPlace, id: string): Promise<ProviderResult<VisitFacts>> => {
    const days = daysAround(SEARCHED_DAYS, place);
    for (let page: number | null = 1; page !== null && page <= MAX_PAGES;) {
      const listed: Awaited<ReturnType<typeof listVisits>> = await listVisits(caller, place, days, page);
      if (!listed.isOk) return listed;
      const found = listed.value.visits.find(({ externalId }) => externalId === id);
      if (found) return { isOk: true, value: found };
      page = listed.value.nextPage;
    }
    // NOTE: one that is not listed need not be cancelled: appointments of patients who refused messages are left out.
    return withoutStatus(failure('unexpected_answer', 'appointment'));
  };

  return {
    kind: 'medflex',

    // The list of branches serves as the check.
    signIn: async (_requester, credentials) => ({ isOk: true, value: { credentials, name: '' } }),
    listBranches: (caller) => listBranches(api, caller, trigger),

    async getBranch(caller, branchId) {
      const listed = await listBranches(api, caller, trigger);
      if (!listed.isOk) return listed;
      return { isOk: true, value: listed.value.find(({ externalId }) => externalId === branchId) ?? null };
    },

    async missingRights(caller, branchId) {
      if (trigger.appointments === '') return { isOk: true, value: ['appointments'] };
      const place = unknownPlace(branchId);
      const listed = await readDays(caller, place, daysAround({ before: 0, ahead: 0 }, place), 1);
      if (listed.isOk) return { isOk: true, value: [] };
      return isClosed(listed) ? { isOk: true, value: ['appointments'] } : withoutStatus(listed);
    },

    // MedFlex has no call for it: its people enter our address, if the clinic requests it.
    subscribe: async () => ({ isOk: true, value: { state: 'none', missingRight: null } }),
    unsubscribe: async () => ({ isOk: true, value: null }),

    bookings: {
      async listMasters(caller, branchId) {
        const listed = await clinics.listDoctors(clinicCaller(caller), [branchId]);
        if (!listed.isOk) return listed.isTemporary ? listed : notOpened(listed.text);
        const ownDoctors = listed.value.filter(
          ({ clinicIds }) => clinicIds.length === 0 || clinicIds.includes(branchId),
        );
        return {
          isOk: true,
          value: ownDoctors.map(({ externalId, name, specialities }) => ({
            externalId,
            name,
            specialization: specialities.map(({ title }) => title).join(', ') || null,
            isActive: true,
          })),
        };
      },
      // Services are known by the appointments that name them.
      listServices: async () => notOpened(null),
      listVisits,
      getVisit: findVisit,

      ...changesOf(api, trigger, findVisit),

      async listFreeTimes(caller, place, { masterExternalId, day }) {
        const listed = await clinics.listTimes(clinicCaller(caller), [place.externalId], { from: day, days: 1 });
        if (!listed.isOk) return listed;
        const times = listed.value.filter(
          ({ doctorId, clinicId, startsAt }) =>
            doctorId === masterExternalId && clinicId === place.externalId && startsAt.toPlainDate().equals(day),
        );
        return { isOk: true, value: times.map(({ startsAt }) => startsAt.toZonedDateTime(place.timeZone).toInstant()) };
      },

      getClient: async () => ({ isOk: true, value: null }),
      listClients: async () => ({ isOk: true, value: { clients: [], nextPage: null } }),

      readPayload(body) {
        const [first] = parsed(body);
        if (!first) throw new UnreadablePayload('not understood: appointment');
        return { branchExternalId: first.lpu_id, kind: 'visit', externalId: first.uuid, unknownFields: [] };
      },
      isTimed: (body) => {
        try {
          return parsed(body).every(({ updated_at: at }) => at !== null);
        } catch {
          return false;
        }
      },
      readRecords,
    },
  };
}

type FindVisit = (caller: Caller, place: BranchPlace, id: string) => Promise<ProviderResult<VisitFacts>>;

/** Changes that can be made at the clinic, as far as the calls are available. */
function changesOf(
  api: MedflexApi,
  trigger: TriggerPaths,
  findVisit: FindVisit,
): Pick<BookingCapability, 'setStatus' | 'cancelVisit' | 'moveVisit'> {
  const post = (caller: Caller, path: string, id: string, json: unknown) =>
    api.send(
      clinicCaller(caller),
      { method: 'POST', path: path.replace('{uuid}', encodeURIComponent(id)), json },
      z.unknown(),
    );

  return {
    async setStatus(caller, place, visitId, { status, isWanted }) {
      if (trigger.status === '' || status !== 'confirmed') return notOffered();
      const found = await findVisit(caller, place, visitId);
      if (!found.isOk) return found;
      const current = found.value;
      if (!isWanted(current)) return { isOk: true, value: { visit: current, isWritten: false } };
      const written = await post(caller, trigger.status, visitId, { status: 'confirmed' });
      if (!written.isOk) return ofTrigger(written);
      return { isOk: true, value: { visit: { ...current, status }, isWritten: true } };
    },

    async cancelVisit(caller, _branchId, visitId) {
      const own = await isOwn(api, caller, visitId);
      if (!own.isOk) return withoutStatus(own);
      if (own.value) {
        const result = await cancel(api, clinicCaller(caller), visitId);
        if (!result.isOk) return result;
        if (result.value === 'cancelled') return { isOk: true, value: null };
      }
      if (trigger.status === '') return notOffered();
      const written = await post(caller, trigger.status, visitId, { status: 'canceled' });
      return written.isOk ? { isOk: true, value: null } : ofTrigger(written);
    },

    ...(trigger.move !== '' &&
      ({
        async moveVisit(caller, place, visitId, { startsAt, isWanted }) {
          const found = await findVisit(caller, place, visitId);
          if (!found.isOk) return found;
          const current = found.value;
          if (!isWanted(current)) return { isOk: true, value: { visit: current, isWritten: false } };
          const wall = (at: Temporal.Instant) => at.toZonedDateTimeISO(place.timeZone).toPlainDateTime();
          const written = await post(caller, trigger.move, visitId, {
            dt_start: wallOf(wall(startsAt)),
            dt_end: wallOf(wall(startsAt.add({ minutes: current.durationMinutes }))),
          });
          if (!written.isOk && written.status !== null && NOT_FREE.includes(written.status))
            return { isOk: true, value: 'taken' };
          if (!written.isOk) return ofTrigger(written);
          return { isOk: true, value: { visit: { ...current, startsAt }, isWritten: true } };
        },
      } satisfies Pick<BookingCapability, 'moveVisit'>)),
  };
}

type Days = { from: Temporal.PlainDate; to: Temporal.PlainDate };

/** A place about which nothing is known yet. */
const unknownPlace = (externalId: string): BranchPlace => ({ externalId, timeZone: 'UTC', currency: 'RUB' });

/** Booked, blocked, outside the doctor's hours. */
const NOT_FREE = [409, 416, 423];

const clinicCaller = ({ credentials, ...requester }: Caller) => ({ ...requester, token: credentials['token'] ?? '' });

const isClosed = ({ status }: ApiFailure) => status === 403 || status === 404 || status === 405;

const notOpened = (text: string | null) => withoutStatus(failure('rights_missing', text));

/** MedFlex has not named the call, so that only the clinic's staff can make the change. */
const notOffered = () => withoutStatus(failure('not_offered', null));

/** Refusals of the trigger API; a closed one is not a wrong token. */
const ofTrigger = (result: ApiFailure) => (isClosed(result) ? notOpened(result.text) : withoutStatus(result));

/** Lists branches with their zones, or without them where the trigger API is closed for the token. */
async function listBranches(
  api: MedflexApi,
  caller: Caller,
  { branches: path }: TriggerPaths,
): Promise<ProviderResult<BranchFacts[]>> {
  const listed = path === '' ? null : await api.list(clinicCaller(caller), { path }, TriggerBranch);
  if (listed?.isOk)
    return mapped(listed, (all) =>
      all.map(({ id, name, address, time_offset: offset }) =>
        toBranch({ id, name, address, zone: zoneOfOffset(offset) }),
      ),
    );
  if (listed && !isClosed(listed)) return withoutStatus(listed);
  const models = await api.list(clinicCaller(caller), { path: '/models/lpu/' }, Clinic);
  return mapped(models, (all) =>
    all
      .filter((one) => one.is_visible !== false)
      .map(({ id, name, address }) => toBranch({ id, name, address: address?.trim() || null, zone: null })),
  );
}

const toBranch = (about: { id: string; name: string; address: string | null; zone: string | null }): BranchFacts => ({
  externalId: about.id,
  title: about.name,
  city: null,
  address: about.address,
  coordinates: null,
  phone: null,
  timeZone: about.zone,
  // It sends none; the cabinet's own is that of the clinic's country.
  currency: null,
  isLicenceActive: true,
  cancelClosesMinutes: 0,
});

/** Returns whether an appointment was made through this API: its history has no others. */
async function isOwn(api: MedflexApi, caller: Caller, uuid: string) {
  const query = { uuid, include_canceled: 'true' };
  const listed = await api.list(clinicCaller(caller), { path: '/direct_appointment/history/', query }, Appointment);
  if (!listed.isOk) return isClosed(listed) ? ({ isOk: true, value: false } as const) : listed;
  return { isOk: true, value: listed.value.some((one) => one.uuid === uuid) } as const;
}

/** Payloads hold whole appointments. */
function readRecords(body: Buffer, places: readonly BranchPlace[]): RecordPayload[] {
  const known = new Map(places.map((place) => [place.externalId, place]));
  return parsedItems(body).flatMap((json) => {
    const { data } = z.object({ lpu_id: z.union([z.int(), z.string()]).transform(String) }).safeParse(json);
    const place = data && known.get(data.lpu_id);
    if (data && !place) return [];
    const read = readAppointment(json, place ?? unknownPlace(''));
    return [
      'visit' in read
        ? { branchExternalId: data?.lpu_id ?? '', visits: [read.visit], unreadable: [] }
        : { branchExternalId: data?.lpu_id ?? '', visits: [], unreadable: [read] },
    ];
  });
}

/** A payload is one appointment or a list of them. */
function parsedItems(body: Buffer): unknown[] {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'));
    return Array.isArray(json) ? json : [json];
  } catch (error) {
    throw new UnreadablePayload('not JSON', { cause: error });
  }
}

const parsed = (body: Buffer) =>
  parsedItems(body).flatMap((one) => {
    const read = TriggerAppointment.safeParse(one);
    return read.success ? [read.data] : [];
  });
