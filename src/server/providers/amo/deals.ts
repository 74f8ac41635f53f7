import type { z } from 'zod';
import type { DealCapability, DealFacts, PipelineFacts } from '#server/connections/deal-port.ts';
import type { Caller, ProviderResult, UnreadableRecord } from '#server/connections/port.ts';
import { type ApiResult, whereOf } from './answers.ts';
import type { SendRequest } from './api-client.ts';
import { createLists, type Listed, listOf } from './lists.ts';
import { readPayload } from './payloads.ts';
import {
  Contact,
  Lead,
  LOST_STAGE,
  Pipeline,
  Task,
  toDeal,
  toPerson,
  toTask,
  type UserNames,
  WON_STAGE,
} from './records.ts';
import { userNames } from './users.ts';

type Reads = Omit<DealCapability, 'moveDeal' | 'createDeal' | 'addNote' | 'findNote' | 'createTask'>;

/** Clocks of both sides may differ. */
const CLOCK_SECONDS = 300;
const NO_NAMES: UserNames = new Map();
/** Digits in which phones written in different forms are the same. */
const NATIONAL_DIGITS = 10;

export function readsOf(send: SendRequest): Reads {
  const namesOf = userNames(send);
  const { readList, readByIds } = createLists(send);

  /** Converts deals, with the names of those responsible and with their main people. */
  async function toDeals(
    caller: Caller,
    currency: string,
    leads: readonly z.output<typeof Lead>[],
  ): Promise<ApiResult<DealFacts[]>> {
    const users = await namesOf(caller);
    const deals = leads.map((lead) => toDeal(lead, currency, users));
    const mainIds = new Set(deals.flatMap(({ personIds }) => personIds.slice(0, 1)));
    const read = await readByIds(caller, 'contacts', [...mainIds]);
    if (!read.isOk) return read;
    const people = new Map(sort(read.value, Contact).items.map((contact) => [contact.id, toPerson(contact)]));
    const value = deals.map((deal) => ({ ...deal, person: people.get(deal.personIds[0] ?? '') ?? null }));
    return { isOk: true, value };
  }

  /** Null: amoCRM no longer has it. */
  async function readOne<Shape extends z.ZodType>(
    caller: Caller,
    path: string,
    shape: Shape,
  ): Promise<ApiResult<z.output<Shape> | null>> {
    const read = await send(caller, { method: 'GET', path }, shape);
    return !read.isOk && read.status === 404 ? { isOk: true, value: null } : read;
  }

  return {
    async listPipelines(caller) {
      const read = await send(caller, { method: 'GET', path: '/leads/pipelines' }, listOf('pipelines'));
      if (!read.isOk) return read;
      const pipelines = read.value?._embedded['pipelines'] ?? [];
      return { isOk: true, value: pipelines.flatMap((one) => toPipeline(one) ?? []) };
    },

    async listDeals(caller, { currency }, changedAfter, page) {
      const query = { with: 'contacts', ...since(changedAfter) };
      const read = await readList(caller, { entity: 'leads', query, page });
      if (!read.isOk) return read;
      const { items, unreadable } = sort(read.value.records, Lead);
      const deals = await toDeals(caller, currency, items);
      if (!deals.isOk) return deals;
      const { nextPage } = read.value;
      return { isOk: true, value: { deals: deals.value, unreadable, unknownFields: [], nextPage } };
    },

    async readDeals(caller, { currency }, ids) {
      const read = await readByIds(caller, 'leads', ids, { with: 'contacts' });
      if (!read.isOk) return read;
      const users = await namesOf(caller);
      return { isOk: true, value: sort(read.value, Lead).items.map((lead) => toDeal(lead, currency, users)) };
    },

    async getDeal(caller, { currency }, dealId) {
      const read = await readOne(caller, `/leads/${encodeURIComponent(dealId)}?with=contacts`, Lead);
      if (!read.isOk || !read.value) return emptyOf(read);
      return { isOk: true, value: toDeal(read.value, currency, await namesOf(caller)) };
    },

    async listTasks(caller, _place, changedAfter, page) {
      const query = changedAfter
        ? since(changedAfter)
        : { 'filter[is_completed]': '0', 'filter[entity_type]': 'leads' };
      const read = await readList(caller, { entity: 'tasks', query, page });
      if (!read.isOk) return read;
      const users = await namesOf(caller);
      const tasks = sort(read.value.records, Task).items.flatMap((task) => toTask(task, users) ?? []);
      return { isOk: true, value: { tasks, nextPage: read.value.nextPage } };
    },

    async readTasks(caller, _place, ids) {
      const read = await readByIds(caller, 'tasks', ids);
      if (!read.isOk) return read;
      const users = await namesOf(caller);
      return { isOk: true, value: sort(read.value, Task).items.flatMap((task) => toTask(task, users) ?? []) };
    },

    async getTask(caller, _place, taskId) {
      const read = await readOne(caller, `/tasks/${encodeURIComponent(taskId)}`, Task);
      if (!read.isOk || !read.value) return emptyOf(read);
      return { isOk: true, value: toTask(read.value, await namesOf(caller)) };
    },

    async getPerson(caller, _place, personId) {
      const read = await readOne(caller, `/contacts/${encodeURIComponent(personId)}`, Contact);
      return read.isOk && read.value ? { isOk: true, value: toPerson(read.value) } : emptyOf(read);
    },

    async listPeople(caller, _place, changedAfter, page) {
      const read = await readList(caller, { entity: 'contacts', query: since(changedAfter), page });
      if (!read.isOk) return read;
      const clients = sort(read.value.records, Contact).items.map(toPerson);
      return { isOk: true, value: { clients, nextPage: read.value.nextPage } };
    },

    async findPeople(caller, _place, phone) {
      const digits = nationalOf(phone);
      const read = await readList(caller, { entity: 'contacts', query: { query: digits }, page: 1 });
      if (!read.isOk) return read;
      const people = read.value.records
        .flatMap((one) => Contact.safeParse(one).data ?? [])
        .filter((contact) => phonesOf(contact).some((one) => nationalOf(one) === digits));
      return { isOk: true, value: people.map((one) => ({ ...toPerson(one), phone })) };
    },

    async findDeal(caller, key, since) {
      const query = { with: 'contacts', 'filter[created_at][from]': String(secondsOf(since) - CLOCK_SECONDS) };
      for (let page: number | null = 1; page !== null;) {
        const read: ApiResult<Listed> = await readList(caller, { entity: 'leads', query, page });
        if (!read.isOk) return read;
        const deals = sort(read.value.records, Lead).items.map((lead) => toDeal(lead, 'RUB', NO_NAMES));
        const found = deals.find(({ tags }) => tags.includes(key));
        if (found) return { isOk: true, value: { dealId: found.externalId, personId: found.personIds[0] ?? null } };
        page = read.value.nextPage;
      }
      return { isOk: true, value: null };
    },

    readPayload,
    dealUrl: ({ credentials: { host = '' } }, dealId) => `https://${host}/leads/detail/${encodeURIComponent(dealId)}`,
  };
}

const since = (changedAfter: Temporal.Instant | null): Record<string, string> =>
  changedAfter ? { 'filter[updated_at][from]': String(secondsOf(changedAfter)) } : {};

const secondsOf = (at: Temporal.Instant) => Math.floor(at.epochMilliseconds / 1_000);

const nationalOf = (phone: string) => phone.replaceAll(/\D/g, '').slice(-NATIONAL_DIGITS);

const phonesOf = (contact: z.output<typeof Contact>): string[] =>
  (contact.custom_fields_values ?? [])
    .filter(({ field_code }) => field_code === 'PHONE')
    .flatMap(({ values }) => (values ?? []).flatMap(({ value }) => (typeof value === 'string' ? [value] : [])));

function emptyOf(read: ApiResult<unknown>): ProviderResult<null> {
  return read.isOk ? { isOk: true, value: null } : read;
}

function toPipeline(json: unknown): PipelineFacts | null {
  const pipeline = Pipeline.safeParse(json).data;
  if (!pipeline) return null;
  const { id, name, is_main: isMain, _embedded } = pipeline;
  const stages = _embedded.statuses.toSorted((a, b) => a.sort - b.sort);
  return {
    externalId: id,
    title: name,
    isMain: isMain === true,
    stages: stages.map((stage) => ({ externalId: String(stage.id), title: stage.name, kind: kindOf(stage.id) })),
  };
}

function kindOf(stageId: number): 'open' | 'won' | 'lost' {
  if (stageId === WON_STAGE) return 'won';
  return stageId === LOST_STAGE ? 'lost' : 'open';
}

function sort<Shape extends z.ZodType>(
  records: readonly unknown[],
  shape: Shape,
): { items: z.output<Shape>[]; unreadable: UnreadableRecord[] } {
  const items: z.output<Shape>[] = [];
  const unreadable: UnreadableRecord[] = [];
  for (const record of records) {
    const read = shape.safeParse(record);
    if (read.success) items.push(read.data);
    else unreadable.push({ body: JSON.stringify(record) ?? '', problem: `not understood: ${whereOf(read.error)}` });
  }
  return { items, unreadable };
}
