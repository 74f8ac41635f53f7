import { z } from 'zod';
import { CrmRight } from '#contract/connections.ts';
import type { BranchPlace, Caller, ProviderResult, SourceProvider } from '#server/connections/port.ts';
import { listBranches, signIn } from './accounts.ts';
import { type Ask, createAsk, failed, type Heard, type PlatformOptions, type Question } from './asking.ts';
import { CategoryShape, CompanyShape, ServiceShape, StaffShape, toBranch, toMaster, toService } from './catalogue.ts';
import { FlagOrNone, listOfKnown, listOrNone } from './coerce.ts';
import { addHook, removeWebhook } from './webhooks.ts';
import { unknownFields } from './known-fields.ts';
import { isTimed, readPayload } from './notices.ts';
import type { VendorProfile } from './profile.ts';
import { ClientShape, readVisit, RecordShape, statusChange, toClient, toVisit } from './records.ts';
import { deniedRights } from './rights.ts';

/** Always asked for: the vendor does not say how many it gives by itself. */
const RECORDS_A_PAGE = 100;
const CLIENTS_A_PAGE = 100;

const Licence = z.union([z.object({ active: FlagOrNone }), z.array(z.object({ active: FlagOrNone }))]);

/** A booking system with all it can do. */
export type Platform = SourceProvider & Required<Pick<SourceProvider, 'bookings' | 'missingRights'>>;

/** A booking system of the platform: YCLIENTS or, with another profile, Altegio. */
export function createPlatform(profile: VendorProfile, options: PlatformOptions): Platform {
  const ask = withBlame(createAsk(profile, options));
  const asUser = <Shape extends z.ZodType>(caller: Caller, question: Question, shape: Shape) =>
    ask(caller, caller.credentials['userToken'] ?? '', question, shape);

  const placeOf = (place: BranchPlace) => ({ ...place, phones: profile.phones });

  return {
    kind: profile.kind,

    signIn: (requester, given) => signIn(ask, requester, given),
    listBranches: (caller) => listBranches(ask, profile, caller),

    async getBranch(caller, branchId) {
      const company = await asUser(caller, { method: 'GET', path: `/company/${segment(branchId)}/` }, CompanyShape);
      if (!company.isOk) return company;
      const licence = await asUser(caller, { method: 'GET', path: `/license/${segment(branchId)}` }, Licence);
      const branch = toBranch(company.value, profile, isLicenceActive(licence));
      return branch ? { isOk: true, value: branch } : failed('unexpected_answer', 'timezone');
    },

    async missingRights(caller, branchId) {
      const path = `/user/permissions/${segment(branchId)}`;
      const heard = await asUser(caller, { method: 'GET', path }, z.unknown());
      if (heard.isOk) return { isOk: true, value: deniedRights(heard.value) };
      // Who may not even ask has been shut out of the branch.
      return heard.trouble === 'rights_missing' ? { isOk: true, value: [...CrmRight.options] } : heard;
    },

    subscribe: (caller, branchId, { url }) => addHook(ask, caller, branchId, url),
    unsubscribe: (caller, branchId, { url }) => removeWebhook(ask, caller, branchId, url),

    bookings: {
      async listMasters(caller, branchId) {
        const path = `/company/${segment(branchId)}/staff`;
        const heard = await asUser(caller, { method: 'GET', path }, listOfKnown(StaffShape));
        return heard.isOk ? { isOk: true, value: heard.value.map(toMaster) } : heard;
      },

      async listServices(caller, { externalId, currency }) {
        const company = `/company/${segment(externalId)}`;
        const categories = await asUser(
          caller,
          { method: 'GET', path: `${company}/service_categories` },
          listOfKnown(CategoryShape),
        );
        if (!categories.isOk) return categories;
        const services = await asUser(
          caller,
          { method: 'GET', path: `${company}/services` },
          listOfKnown(ServiceShape),
        );
        if (!services.isOk) return services;
        const titles = new Map(categories.value.map(({ id, title }) => [id, title]));
        return { isOk: true, value: services.value.map((service) => toService(service, titles, currency)) };
      },

      async listVisits(caller, place, which, page) {
        const period: Record<string, string> =
          'changedAfter' in which
            ? { changed_after: stamp(which.changedAfter, place.timeZone) }
            : { start_date: String(which.from), end_date: String(which.to) };
        const query = { ...period, with_deleted: 1, count: RECORDS_A_PAGE, page };
        const path = `/records/${segment(place.externalId)}`;
        const heard = await asUser(caller, { method: 'GET', path, query }, listOrNone(z.unknown()));
        if (!heard.isOk) return heard;
        const read = heard.value.map((one) => readVisit(one, placeOf(place)));
        const visits = read.flatMap((one) => ('visit' in one ? [one.visit] : []));
        const unreadable = read.flatMap((one) => ('problem' in one ? [one] : []));
        const unknown = heard.value.flatMap((one) => unknownFields('record', one));
        const nextPage = isLastPage(RECORDS_A_PAGE, { ...heard, page }) ? null : page + 1;
        return { isOk: true, value: { visits, unreadable, unknownFields: unknown, nextPage, total: heard.total } };
      },

      async getVisit(caller, place, visitId) {
        const heard = await asUser(caller, { method: 'GET', path: recordPath(place.externalId, visitId) }, RecordShape);
        if (!heard.isOk) return heard.status === 404 ? { isOk: true, value: null } : heard;
        return readable(toVisit(heard.value, placeOf(place)));
      },

      async setStatus(caller, place, visitId, { status, isWanted }) {
        const path = recordPath(place.externalId, visitId);
        const heard = await asUser(caller, { method: 'GET', path }, RecordShape);
        if (!heard.isOk) return heard.status === 404 ? { isOk: true, value: { visit: null, isWritten: false } } : heard;
        const current = toVisit(heard.value, placeOf(place));
        if (!current) return failed('unexpected_answer', 'date');
        if (!isWanted(current)) return { isOk: true, value: { visit: current, isWritten: false } };

        const json = statusChange(heard.value, current.startsAt, place.timeZone, status);
        const written = await asUser(caller, { method: 'PUT', path, json }, z.unknown());
        if (!written.isOk)
          return written.status === 404 ? { isOk: true, value: { visit: null, isWritten: false } } : written;
        const record = RecordShape.safeParse(written.value);
        const visit = (record.success && toVisit(record.data, placeOf(place))) || { ...current, status };
        return { isOk: true, value: { visit, isWritten: true } };
      },

      async cancelVisit(caller, branchId, visitId) {
        const heard = await asUser(caller, { method: 'DELETE', path: recordPath(branchId, visitId) }, z.unknown());
        return heard.isOk || heard.status === 404 ? { isOk: true, value: null } : heard;
      },

      async getClient(caller, place, clientId) {
        const path = `/client/${segment(place.externalId)}/${segment(clientId)}`;
        const heard = await asUser(caller, { method: 'GET', path }, ClientShape);
        if (!heard.isOk) return heard.status === 404 ? { isOk: true, value: null } : heard;
        return { isOk: true, value: toClient(heard.value, placeOf(place)) };
      },

      async listClients(caller, place, changedAfter, page) {
        const changed = changedAfter && { changed_after: stamp(changedAfter, place.timeZone) };
        const query = { ...changed, count: CLIENTS_A_PAGE, page };
        const path = `/clients/${segment(place.externalId)}`;
        const heard = await asUser(caller, { method: 'GET', path, query }, listOrNone(z.unknown()));
        if (!heard.isOk) return heard;
        const clients = heard.value.flatMap((one) => {
          const client = ClientShape.safeParse(one);
          return client.success ? [toClient(client.data, placeOf(place))] : [];
        });
        const nextPage = isLastPage(CLIENTS_A_PAGE, { ...heard, page }) ? null : page + 1;
        return { isOk: true, value: { clients, nextPage } };
      },

      readPayload,
      isTimed,
    },
  };
}

/** Whether there is such a branch does not matter: who may not ask is not told that there is none. */
const ANY_BRANCH = '1';

/** A 401 does not say whose token is wrong. A question that needs none of the user's tells: what a branch is. */
function withBlame(ask: Ask): Ask {
  return async (requester, userToken, question, shape) => {
    const heard = await ask(requester, userToken, question, shape);
    if (heard.isOk || heard.status !== 401) return heard;
    const [, branchId = ANY_BRANCH] = /\/(\d+)(?:\/|$)/.exec(question.path) ?? [];
    const probe = { method: 'GET', path: `/company/${branchId}/` } as const;
    const partner = await ask({ ...requester, isUrgent: true }, null, probe, z.unknown());
    return !partner.isOk && partner.status === 401 ? { ...heard, trouble: 'wrong_partner_token' } : heard;
  };
}

/** Where the licence cannot be seen, it is taken to be active: calls that need one say so themselves. */
function isLicenceActive(heard: Heard<z.output<typeof Licence>>): boolean {
  if (!heard.isOk) return heard.trouble !== 'licence_expired';
  const licences = Array.isArray(heard.value) ? heard.value : [heard.value];
  return licences.length === 0 || licences.some(({ active }) => active ?? true);
}

/** A short page is no proof of the end: the vendor may give fewer than it was asked for. An empty one is. */
function isLastPage(
  asked: number,
  { value, total, page }: { value: readonly unknown[]; total: number | null; page: number },
): boolean {
  if (value.length === 0) return true;
  return value.length < asked && (total === null || (page === 1 && total <= value.length));
}

function readable<T>(value: T | null): ProviderResult<T> {
  return value === null ? failed('unexpected_answer', 'date') : { isOk: true, value };
}

const segment = encodeURIComponent;
const recordPath = (branchId: string, visitId: string) => `/record/${segment(branchId)}/${segment(visitId)}`;
const stamp = (at: Temporal.Instant, timeZone: string) =>
  at.toZonedDateTimeISO(timeZone).toString({ smallestUnit: 'second', timeZoneName: 'never' });
