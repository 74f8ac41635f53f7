import { z } from 'zod';
import { YCLIENTS_PLATFORM } from '#contract/connections/kinds/yclients-platform.ts';
import type { BranchPlace, Caller, ProviderResult, SourceProvider } from '#server/connections/port.ts';
import { listBranches, signIn } from './accounts.ts';
import {
  type SendRequest,
  createApiClient,
  failed,
  type ApiResult,
  type PlatformOptions,
  type ApiRequest,
} from './api-client.ts';
import { CategoryShape, CompanyShape, ServiceShape, StaffShape, toBranch, toMaster, toService } from './catalogue.ts';
import { FlagOrNone, listOfKnown, listOrNone } from './coerce.ts';
import { createVisit } from './creating.ts';
import { listFreeTimes } from './free-times.ts';
import { moveVisit } from './moving.ts';
import { addWebhook, removeWebhook } from './webhooks.ts';
import { unknownFields } from './known-fields.ts';
import { isTimed, readPayload } from './notices.ts';
import type { VendorProfile } from './profile.ts';
import { ClientShape, readVisit, RecordShape, statusChange, toClient, toVisit } from './records.ts';
import { deniedRights } from './rights.ts';

/** Sent with every request: the vendor does not document its default page size. */
const RECORDS_A_PAGE = 100;
const CLIENTS_A_PAGE = 100;

const Licence = z.union([z.object({ active: FlagOrNone }), z.array(z.object({ active: FlagOrNone }))]);

/** A booking system with all its capabilities. */
export type Platform = SourceProvider & Required<Pick<SourceProvider, 'bookings' | 'missingRights'>>;

/** A booking system of the platform: YCLIENTS or, with another profile, Altegio. */
export function createPlatform(profile: VendorProfile, options: PlatformOptions): Platform {
  const send = attributeTokenRefusals(createApiClient(profile, options));
  const sendAsUser = <Shape extends z.ZodType>(caller: Caller, request: ApiRequest, shape: Shape) =>
    send(caller, caller.credentials['userToken'] ?? '', request, shape);

  const placeOf = (place: BranchPlace) => ({ ...place, phones: profile.phones });

  return {
    kind: profile.kind,

    signIn: (requester, given) => signIn(send, requester, given),
    listBranches: (caller) => listBranches(send, profile, caller),

    async getBranch(caller, branchId) {
      const company = await sendAsUser(caller, { method: 'GET', path: `/company/${segment(branchId)}/` }, CompanyShape);
      if (!company.isOk) return company;
      const licence = await sendAsUser(caller, { method: 'GET', path: `/license/${segment(branchId)}` }, Licence);
      const branch = toBranch(company.value, profile, isLicenceActive(licence));
      return branch ? { isOk: true, value: branch } : failed('unexpected_answer', 'timezone');
    },

    async missingRights(caller, branchId) {
      const path = `/user/permissions/${segment(branchId)}`;
      const result = await sendAsUser(caller, { method: 'GET', path }, z.unknown());
      if (result.isOk) return { isOk: true, value: deniedRights(result.value) };
      // A user who may not read permissions has lost access to the branch.
      return result.trouble === 'rights_missing' ? { isOk: true, value: [...YCLIENTS_PLATFORM.rights] } : result;
    },

    subscribe: (caller, branchId, { url }) => addWebhook(send, caller, branchId, url),
    unsubscribe: (caller, branchId, { url }) => removeWebhook(send, caller, branchId, url),

    bookings: {
      async listMasters(caller, branchId) {
        const path = `/company/${segment(branchId)}/staff`;
        const result = await sendAsUser(caller, { method: 'GET', path }, listOfKnown(StaffShape));
        return result.isOk ? { isOk: true, value: result.value.map(toMaster) } : result;
      },

      async listServices(caller, { externalId, currency }) {
        const company = `/company/${segment(externalId)}`;
        const categories = await sendAsUser(
          caller,
          { method: 'GET', path: `${company}/service_categories` },
          listOfKnown(CategoryShape),
        );
        if (!categories.isOk) return categories;
        const services = await sendAsUser(
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
        const result = await sendAsUser(caller, { method: 'GET', path, query }, listOrNone(z.unknown()));
        if (!result.isOk) return result;
        const read = result.value.map((one) => readVisit(one, placeOf(place)));
        const visits = read.flatMap((one) => ('visit' in one ? [one.visit] : []));
        const unreadable = read.flatMap((one) => ('problem' in one ? [one] : []));
        const unknown = result.value.flatMap((one) => unknownFields('record', one));
        const nextPage = isLastPage(RECORDS_A_PAGE, { ...result, page }) ? null : page + 1;
        return { isOk: true, value: { visits, unreadable, unknownFields: unknown, nextPage, total: result.total } };
      },

      async getVisit(caller, place, visitId) {
        const result = await sendAsUser(
          caller,
          { method: 'GET', path: recordPath(place.externalId, visitId) },
          RecordShape,
        );
        if (!result.isOk) return result.status === 404 ? { isOk: true, value: null } : result;
        return readable(toVisit(result.value, placeOf(place)));
      },

      async setStatus(caller, place, visitId, { status, isWanted }) {
        const path = recordPath(place.externalId, visitId);
        const result = await sendAsUser(caller, { method: 'GET', path }, RecordShape);
        if (!result.isOk)
          return result.status === 404 ? { isOk: true, value: { visit: null, isWritten: false } } : result;
        const current = toVisit(result.value, placeOf(place));
        if (!current) return failed('unexpected_answer', 'date');
        if (!isWanted(current)) return { isOk: true, value: { visit: current, isWritten: false } };

        const json = statusChange(result.value, current.startsAt, place.timeZone, status);
        const written = await sendAsUser(caller, { method: 'PUT', path, json }, z.unknown());
        if (!written.isOk)
          return written.status === 404 ? { isOk: true, value: { visit: null, isWritten: false } } : written;
        const record = RecordShape.safeParse(written.value);
        const visit = (record.success && toVisit(record.data, placeOf(place))) || { ...current, status };
        return { isOk: true, value: { visit, isWritten: true } };
      },

      async cancelVisit(caller, branchId, visitId) {
        const result = await sendAsUser(caller, { method: 'DELETE', path: recordPath(branchId, visitId) }, z.unknown());
        return result.isOk || result.status === 404 ? { isOk: true, value: null } : result;
      },

      createVisit: (caller, place, visit) => createVisit(sendAsUser, caller, placeOf(place), visit),
      moveVisit: (caller, place, visitId, change) =>
        moveVisit(sendAsUser, caller, placeOf(place), { path: recordPath(place.externalId, visitId), ...change }),
      listFreeTimes: (caller, place, wanted) => listFreeTimes(sendAsUser, caller, place, wanted),

      async getClient(caller, place, clientId) {
        const path = `/client/${segment(place.externalId)}/${segment(clientId)}`;
        const result = await sendAsUser(caller, { method: 'GET', path }, ClientShape);
        if (!result.isOk) return result.status === 404 ? { isOk: true, value: null } : result;
        return { isOk: true, value: toClient(result.value, placeOf(place)) };
      },

      async listClients(caller, place, changedAfter, page) {
        const changed = changedAfter && { changed_after: stamp(changedAfter, place.timeZone) };
        const query = { ...changed, count: CLIENTS_A_PAGE, page };
        const path = `/clients/${segment(place.externalId)}`;
        const result = await sendAsUser(caller, { method: 'GET', path, query }, listOrNone(z.unknown()));
        if (!result.isOk) return result;
        const clients = result.value.flatMap((one) => {
          const client = ClientShape.safeParse(one);
          return client.success ? [toClient(client.data, placeOf(place))] : [];
        });
        const nextPage = isLastPage(CLIENTS_A_PAGE, { ...result, page }) ? null : page + 1;
        return { isOk: true, value: { clients, nextPage } };
      },

      readPayload,
      isTimed,
    },
  };
}

/** The branch need not exist: a refused token is answered before the branch is looked up. */
const ANY_BRANCH = '1';

/** Determines which token a 401 refuses, by a request that needs the partner's token only. */
function attributeTokenRefusals(send: SendRequest): SendRequest {
  return async (requester, userToken, request, shape) => {
    const result = await send(requester, userToken, request, shape);
    if (result.isOk || result.status !== 401) return result;
    const [, branchId = ANY_BRANCH] = /\/(\d+)(?:\/|$)/.exec(request.path) ?? [];
    const probe = { method: 'GET', path: `/company/${branchId}/` } as const;
    const partner = await send({ ...requester, isUrgent: true }, null, probe, z.unknown());
    return !partner.isOk && partner.status === 401 ? { ...result, trouble: 'wrong_partner_token' } : result;
  };
}

/** An invisible licence counts as active: calls that need one are refused anyway. */
function isLicenceActive(result: ApiResult<z.output<typeof Licence>>): boolean {
  if (!result.isOk) return result.trouble !== 'licence_expired';
  const licences = Array.isArray(result.value) ? result.value : [result.value];
  return licences.length === 0 || licences.some(({ active }) => active ?? true);
}

/** Returns whether a page is the last. A short page need not be: the vendor may return fewer than requested. */
function isLastPage(
  pageSize: number,
  { value, total, page }: { value: readonly unknown[]; total: number | null; page: number },
): boolean {
  if (value.length === 0) return true;
  return value.length < pageSize && (total === null || (page === 1 && total <= value.length));
}

function readable<T>(value: T | null): ProviderResult<T> {
  return value === null ? failed('unexpected_answer', 'date') : { isOk: true, value };
}

const segment = encodeURIComponent;
const recordPath = (branchId: string, visitId: string) => `/record/${segment(branchId)}/${segment(visitId)}`;
const stamp = (at: Temporal.Instant, timeZone: string) =>
  at.toZonedDateTimeISO(timeZone).toString({ smallestUnit: 'second', timeZoneName: 'never' });
