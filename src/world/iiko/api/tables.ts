import { z } from 'zod';
import { IikoError } from '../state/errors.ts';
import { changeReserve } from './reserves.ts';
import { Id, Ids, type Serve } from './serve.ts';
import { toReserveInfo } from '../state/shapes.ts';
import type { IikoState, Reserve, TerminalGroup } from '../state/state.ts';
import { instantOf, zoneOf } from '../state/times.ts';

const MINUTE_MS = 60_000;
/** Seats of the tables of every hall. */
const SEATS = [2, 2, 4, 8];

/** Halls, their tables and when they are taken; creates and cancels reserves. */
export function serveTables(serve: Serve): void {
  serve.call(
    '1/reserve/available_terminal_groups',
    z.strictObject({ organizationIds: Ids }),
    ({ state, body, organization }) => ({
      terminalGroups: body.organizationIds.map(organization).map(({ id: organizationId }) => ({
        organizationId,
        items: grantedGroups(state, organizationId).map(({ id, name, address }) => ({
          id,
          organizationId,
          name,
          address,
        })),
      })),
    }),
  );
  const BySections = z.strictObject({ terminalGroupIds: Ids, returnSchema: z.boolean().nullish() });
  serve.call('1/reserve/available_restaurant_sections', BySections, ({ state, login, body }) => ({
    restaurantSections: state.terminalGroups
      .filter(
        ({ id, organizationId }) =>
          body.terminalGroupIds.includes(id) && login.organizationIds.includes(organizationId),
      )
      .map((group) => ({
        id: hallOf(group),
        terminalGroupId: group.id,
        name: 'Зал',
        tables: SEATS.map((seatingCapacity, n) => ({
          id: tableOf(group, n),
          number: n + 1,
          name: `${n + 1}`,
          seatingCapacity,
          revision: 1,
          isDeleted: false,
        })),
      })),
    revision: 1,
  }));
  const Workload = z.strictObject({ restaurantSectionIds: Ids, dateFrom: z.string(), dateTo: z.string().nullish() });
  serve.call('1/reserve/restaurant_sections_workload', Workload, ({ state, body }) => {
    const groups = state.terminalGroups.filter((group) => body.restaurantSectionIds.includes(hallOf(group)));
    return {
      reserves: groups.flatMap((group) => {
        const from = instantOf(body.dateFrom, group.timeZone) ?? 0;
        const to = body.dateTo ? (instantOf(body.dateTo, group.timeZone) ?? Infinity) : Infinity;
        return state.reserves
          .filter((one) => one.terminalGroupId === group.id && isHeld(one, from, to))
          .map(({ id, tableIds, durationInMinutes, guestsCount }) => ({
            id,
            tableIds,
            durationInMinutes,
            guestsCount,
          }));
      }),
    };
  });
  serveChanges(serve);
}

function serveChanges(serve: Serve): void {
  const Wanted = z.strictObject({
    organizationId: Id,
    terminalGroupId: Id,
    id: Id.nullish(),
    customer: z.strictObject({ type: z.enum(['regular', 'one-time']), name: z.string().min(1), id: Id.nullish() }),
    phone: z.string().regex(/^\+\d{8,40}$/),
    comment: z.string().nullish(),
    durationInMinutes: z.int().positive(),
    shouldRemind: z.boolean(),
    tableIds: Ids,
    estimatedStartTime: z.string(),
    guests: z.strictObject({ count: z.int().positive() }),
  });
  serve.call('1/reserve/create', Wanted, ({ sim, state, body, correlationId, organization }) => {
    const { id: organizationId } = organization(body.organizationId);
    const startsAt = instantOf(body.estimatedStartTime, zoneOf(state, organizationId));
    const id = body.id ?? correlationId;
    if (startsAt === undefined) throw new IikoError(400, 'Wrong estimatedStartTime', 'INVALID_BODY');
    if (state.reserves.some((one) => one.id === id)) throw new IikoError(400, `Reserve ${id} exists`, 'DUPLICATED_ID');
    const fails = state.switches.commands === 'fail';
    const isSilent = state.switches.commands === 'hang';
    const added: Reserve = {
      id,
      organizationId,
      terminalGroupId: body.terminalGroupId,
      guestId: null,
      guestName: body.customer.name,
      phone: body.phone,
      guestsCount: body.guests.count,
      comment: body.comment ?? null,
      durationInMinutes: body.durationInMinutes,
      shouldRemind: body.shouldRemind,
      status: 'New',
      cancelReason: null,
      tableIds: body.tableIds,
      startsAt,
      guestsCameAt: null,
      isDeleted: false,
      creation: reservedAs(isSilent, fails),
      error: fails ? { code: 'Common', message: 'Reserve was rejected', description: 'Банкетный зал закрыт' } : null,
      changedAt: sim.clock.now() - 1000,
    };
    state.reserves.push(added);
    return { reserveInfo: toReserveInfo(state, changeReserve(sim, added, {}, false)) };
  });

  const Cancelled = z.strictObject({
    organizationId: Id,
    reserveId: Id,
    cancelReason: z.enum(['ClientNotAppeared', 'ClientRefused', 'Other']),
  });
  serve.call('1/reserve/cancel', Cancelled, ({ sim, state, body, organization }) => {
    const { id } = organization(body.organizationId);
    const found = state.reserves.find((one) => one.id === body.reserveId && one.organizationId === id);
    if (!found || found.cancelReason) throw new IikoError(400, 'Reserve cannot be cancelled', 'INVALID_RESERVE');
    changeReserve(sim, found, { status: 'Closed', cancelReason: body.cancelReason }, false);
    return {};
  });
}

function reservedAs(hangs: boolean, fails: boolean): Reserve['creation'] {
  if (hangs) return 'InProgress';
  return fails ? 'Error' : 'Success';
}

const grantedGroups = (state: IikoState, organizationId: string) =>
  state.terminalGroups.filter((one) => one.organizationId === organizationId && one.isGranted);

/** Ids of halls and tables are made of their terminal group's. */
const hallOf = ({ id }: TerminalGroup) => `${id.slice(0, -4)}aaaa`;
const tableOf = ({ id }: TerminalGroup, n: number) => `${id.slice(0, -4)}b00${n}`;

function isHeld({ creation, cancelReason, isDeleted, startsAt, durationInMinutes }: Reserve, from: number, to: number) {
  if (creation === 'Error' || cancelReason || isDeleted) return false;
  return startsAt < to && startsAt + durationInMinutes * MINUTE_MS > from;
}
