import { z } from 'zod';
import type { Caller } from '#server/connections/port.ts';
import type { ApiResult } from './answers.ts';
import type { SendRequest } from './api-client.ts';

/** Records per page; amoCRM lists 250 at most. A page that takes amoCRM too long is read in halves. */
const PAGE_SIZE = 240;
const SMALLEST_PAGE = 30;
const TOO_LONG = 504;
/** Ids in one address, which must not grow too long. */
const IDS_AT_ONCE = 100;

const Links = z
  .object({ next: z.object({ href: z.string() }).nullish().catch(null) })
  .nullish()
  .catch(null);
export const listOf = (entity: string) =>
  z.object({ _links: Links, _embedded: z.object({ [entity]: z.array(z.unknown()) }) });

type Entity = 'leads' | 'contacts' | 'tasks';
/** One page of a list. */
type List = { entity: Entity; query: Record<string, string>; page: number; limit?: number };
export type Listed = { records: unknown[]; nextPage: number | null };

/** Reads lists of amoCRM page by page. */
type Lists = {
  readList(caller: Caller, list: List): Promise<ApiResult<Listed>>;
  /** Reads those of the records that amoCRM still has. */
  readByIds(
    caller: Caller,
    entity: Entity,
    ids: readonly string[],
    query?: Record<string, string>,
  ): Promise<ApiResult<unknown[]>>;
};

export function createLists(send: SendRequest): Lists {
  async function readList(caller: Caller, list: List): Promise<ApiResult<Listed>> {
    const { entity, query, page, limit = PAGE_SIZE } = list;
    const given = new URLSearchParams({ ...query, page: String(page), limit: String(limit) });
    const read = await send(caller, { method: 'GET', path: `/${entity}?${given}` }, listOf(entity));
    if (!read.isOk) {
      const isTooLong = read.status === TOO_LONG && limit > SMALLEST_PAGE;
      return isTooLong ? readHalves(caller, { ...list, limit: limit / 2 }) : read;
    }
    const records = read.value?._embedded[entity] ?? [];
    const isMore = records.length > 0 && Boolean(read.value?._links?.next);
    return { isOk: true, value: { records, nextPage: isMore ? page + 1 : null } };
  }

  /** Reads a page as two of half its size. */
  async function readHalves(caller: Caller, half: List): Promise<ApiResult<Listed>> {
    const { page } = half;
    const first = await readList(caller, { ...half, page: 2 * page - 1 });
    if (!first.isOk || first.value.nextPage === null) return first;
    const second = await readList(caller, { ...half, page: 2 * page });
    if (!second.isOk) return second;
    const records = [...first.value.records, ...second.value.records];
    return { isOk: true, value: { records, nextPage: second.value.nextPage === null ? null : page + 1 } };
  }

  async function readByIds(
    caller: Caller,
    entity: Entity,
    ids: readonly string[],
    query: Record<string, string> = {},
  ): Promise<ApiResult<unknown[]>> {
    const records: unknown[] = [];
    for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
      const wanted = ids.slice(at, at + IDS_AT_ONCE).map((id, nth): [string, string] => [`filter[id][${nth}]`, id]);
      const read = await readList(caller, { entity, query: { ...query, ...Object.fromEntries(wanted) }, page: 1 });
      if (!read.isOk) return read;
      records.push(...read.value.records);
    }
    return { isOk: true, value: records };
  }

  return { readList, readByIds };
}
