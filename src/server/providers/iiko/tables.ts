import { z } from 'zod';
import type { BranchPlace, Caller, ProviderResult } from '#server/connections/port.ts';
import type { TableReserve, TableWanted } from '#server/connections/table-port.ts';
import { type ApiResult, isClosed } from './answers.ts';
import type { SendRequest } from './api-client.ts';
import { listOrNone, NumberOrNone, stampOf, TextOrNone } from './shapes.ts';

/** Minutes a table is held for: the vendor wants a duration, and guests are not asked for one. */
const DURATION_MINUTES = 120;

const TerminalGroups = z.object({
  terminalGroups: listOrNone(
    z.object({ organizationId: TextOrNone, items: listOrNone(z.object({ id: z.string().min(1) })) }),
  ),
});
const Sections = z.object({
  restaurantSections: listOrNone(
    z.object({
      id: z.string().min(1),
      terminalGroupId: z.string().min(1),
      tables: listOrNone(
        z.object({
          id: z.string().min(1),
          seatingCapacity: NumberOrNone,
          isDeleted: z.boolean().nullish().catch(null),
        }),
      ),
    }),
  ),
});
const Workload = z.object({ reserves: listOrNone(z.object({ tableIds: listOrNone(z.string()) })) });
const Info = z.object({
  id: z.string().min(1),
  creationStatus: z.enum(['Success', 'InProgress', 'Error']),
  isDeleted: z.boolean().nullish().catch(null),
  errorInfo: z.object({ message: TextOrNone, description: TextOrNone }).nullish().catch(null),
  reserve: z.object({ cancelReason: TextOrNone }).nullish().catch(null),
});
const Created = z.object({ reserveInfo: Info });
const Found = z.object({ reserves: listOrNone(Info) });

type Table = { id: string; sectionId: string; terminalGroupId: string; seats: number };

/** Reserves the smallest free table that seats the guests. The reserve has our id, so that it is found when repeated. */
export async function reserveTable(
  send: SendRequest,
  caller: Caller,
  place: BranchPlace,
  wanted: TableWanted,
): Promise<ProviderResult<TableReserve | 'closed' | 'full'>> {
  const known = await findReserve(send, caller, place, wanted.id);
  if (!known.isOk) return isClosed(known) ? { isOk: true, value: 'closed' } : known;
  if (known.value) return { isOk: true, value: known.value };
  const tables = await freeTables(send, caller, place, wanted);
  if (!tables.isOk) return isClosed(tables) ? { isOk: true, value: 'closed' } : tables;
  const [table] = tables.value.toSorted((a, b) => a.seats - b.seats);
  if (!table) return { isOk: true, value: 'full' };
  const json = {
    organizationId: place.externalId,
    terminalGroupId: table.terminalGroupId,
    id: wanted.id,
    customer: { type: 'one-time', name: wanted.name },
    phone: wanted.phone,
    comment: wanted.comment || null,
    durationInMinutes: DURATION_MINUTES,
    shouldRemind: true,
    tableIds: [table.id],
    estimatedStartTime: wallOf(place, wanted.startsAt),
    guests: { count: wanted.guests },
  };
  const created = await send(caller, { path: '/api/1/reserve/create', json }, Created);
  if (!created.isOk) return isClosed(created) ? { isOk: true, value: 'closed' } : created;
  return { isOk: true, value: stateOf(created.value.reserveInfo) };
}

/** Returns null when the vendor has no such reserve: an unknown id is refused as bad input, or omitted. */
export async function findReserve(
  send: SendRequest,
  caller: Caller,
  { externalId }: BranchPlace,
  id: string,
): Promise<ApiResult<TableReserve | null>> {
  const json = { organizationId: externalId, reserveIds: [id] };
  const result = await send(caller, { path: '/api/1/reserve/status_by_id', json }, Found);
  if (!result.isOk) return result.status === 400 ? { isOk: true, value: null } : result;
  const found = result.value.reserves.find((one) => one.id === id);
  return { isOk: true, value: found ? stateOf(found) : null };
}

/** A reserve that is cancelled already counts as cancelled now. */
export async function cancelReserve(
  send: SendRequest,
  caller: Caller,
  place: BranchPlace,
  id: string,
): Promise<ProviderResult<null>> {
  const json = { organizationId: place.externalId, reserveId: id, cancelReason: 'ClientRefused' };
  const result = await send(caller, { path: '/api/1/reserve/cancel', json }, z.unknown());
  if (result.isOk) return { isOk: true, value: null };
  const present = result.status === 400 ? await findReserve(send, caller, place, id) : result;
  const isGone = present.isOk && (present.value === null || present.value.state === 'cancelled');
  return isGone ? { isOk: true, value: null } : result;
}

/** Lists tables that seat the guests and that no reserve holds then. */
async function freeTables(
  send: SendRequest,
  caller: Caller,
  place: BranchPlace,
  { startsAt, guests }: TableWanted,
): Promise<ApiResult<Table[]>> {
  const groups = await send(
    caller,
    { path: '/api/1/reserve/available_terminal_groups', json: { organizationIds: [place.externalId] } },
    TerminalGroups,
  );
  if (!groups.isOk) return groups;
  const terminalGroupIds = groups.value.terminalGroups
    .filter(({ organizationId }) => organizationId === null || organizationId === place.externalId)
    .flatMap(({ items }) => items.map(({ id }) => id));
  if (terminalGroupIds.length === 0) return { isOk: true, value: [] };
  const sections = await send(
    caller,
    { path: '/api/1/reserve/available_restaurant_sections', json: { terminalGroupIds } },
    Sections,
  );
  if (!sections.isOk) return sections;
  const tables = sections.value.restaurantSections.flatMap(({ id: sectionId, terminalGroupId, tables: own }) =>
    own.flatMap(({ id, seatingCapacity, isDeleted }) =>
      !isDeleted && (seatingCapacity ?? 0) >= guests
        ? { id, sectionId, terminalGroupId, seats: seatingCapacity ?? 0 }
        : [],
    ),
  );
  if (tables.length === 0) return { isOk: true, value: [] };
  const json = {
    restaurantSectionIds: [...new Set(tables.map(({ sectionId }) => sectionId))],
    dateFrom: wallOf(place, startsAt),
    dateTo: wallOf(place, startsAt.add({ minutes: DURATION_MINUTES })),
  };
  const workload = await send(caller, { path: '/api/1/reserve/restaurant_sections_workload', json }, Workload);
  if (!workload.isOk) return workload;
  const held = new Set(workload.value.reserves.flatMap(({ tableIds }) => tableIds));
  return { isOk: true, value: tables.filter(({ id }) => !held.has(id)) };
}

function stateOf({ creationStatus, isDeleted, errorInfo, reserve }: z.output<typeof Info>): TableReserve {
  if (creationStatus === 'InProgress') return { state: 'pending', text: null };
  if (creationStatus === 'Error')
    return { state: 'refused', text: errorInfo?.description ?? errorInfo?.message ?? null };
  return { state: isDeleted || reserve?.cancelReason ? 'cancelled' : 'held', text: null };
}

/** The time at the restaurant. */
function wallOf({ timeZone }: BranchPlace, at: Temporal.Instant): string {
  return stampOf(at.toZonedDateTimeISO(timeZone).toPlainDateTime());
}
