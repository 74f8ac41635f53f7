import { z } from 'zod';
import type { DealCapability, PipelineFacts } from '#server/connections/deal-port.ts';
import type { Caller, ProviderResult, UnreadableRecord } from '#server/connections/port.ts';
import { type ApiResult, whereOf } from './answers.ts';
import type { SendRequest } from './api-client.ts';
import { readPayload } from './payloads.ts';
import { Contact, Lead, LOST_STAGE, Pipeline, Task, toDeal, toPerson, toTask, WON_STAGE } from './records.ts';
import { userNames } from './users.ts';

type Reads = Omit<DealCapability, 'moveDeal' | 'createDeal' | 'addNote' | 'findNote' | 'createTask'>;

/** Records per page: as many as amoCRM lists. */
const PAGE_SIZE = 250;
/** Digits in which phones written in different forms are the same. */
const NATIONAL_DIGITS = 10;

const Links = z
  .object({ next: z.object({ href: z.string() }).nullish().catch(null) })
  .nullish()
  .catch(null);
const listOf = (entity: string) => z.object({ _links: Links, _embedded: z.object({ [entity]: z.array(z.unknown()) }) });

export function readsOf(send: SendRequest): Reads {
  const namesOf = userNames(send);

  async function readList(
    caller: Caller,
    entity: 'leads' | 'contacts' | 'tasks',
    query: Record<string, string>,
    page: number,
  ): Promise<ApiResult<{ records: unknown[]; nextPage: number | null }>> {
    const given = new URLSearchParams({ ...query, page: String(page), limit: String(PAGE_SIZE) });
    const read = await send(caller, { method: 'GET', path: `/${entity}?${given}` }, listOf(entity));
    if (!read.isOk) return read;
    const records = read.value?._embedded[entity] ?? [];
    const isMore = records.length > 0 && Boolean(read.value?._links?.next);
    return { isOk: true, value: { records, nextPage: isMore ? page + 1 : null } };
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
      const read = await readList(caller, 'leads', query, page);
      if (!read.isOk) return read;
      const users = await namesOf(caller);
      const { items, unreadable } = sort(read.value.records, Lead);
      const deals = items.map((lead) => toDeal(lead, currency, users));
      return { isOk: true, value: { deals, unreadable, unknownFields: [], nextPage: read.value.nextPage } };
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
      const read = await readList(caller, 'tasks', query, page);
      if (!read.isOk) return read;
      const users = await namesOf(caller);
      const tasks = sort(read.value.records, Task).items.flatMap((task) => toTask(task, users) ?? []);
      return { isOk: true, value: { tasks, nextPage: read.value.nextPage } };
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
      const read = await readList(caller, 'contacts', since(changedAfter), page);
      if (!read.isOk) return read;
      const clients = sort(read.value.records, Contact).items.map(toPerson);
      return { isOk: true, value: { clients, nextPage: read.value.nextPage } };
    },

    async findPeople(caller, _place, phone) {
      const digits = nationalOf(phone);
      const read = await readList(caller, 'contacts', { query: digits }, 1);
      if (!read.isOk) return read;
      const people = read.value.records
        .flatMap((one) => Contact.safeParse(one).data ?? [])
        .filter((contact) => phonesOf(contact).some((one) => nationalOf(one) === digits));
      return { isOk: true, value: people.map((one) => ({ ...toPerson(one), phone })) };
    },

    readPayload,
    dealUrl: ({ credentials: { host = '' } }, dealId) => `https://${host}/leads/detail/${encodeURIComponent(dealId)}`,
  };
}

const since = (changedAfter: Temporal.Instant | null): Record<string, string> =>
  changedAfter ? { 'filter[updated_at][from]': String(Math.floor(changedAfter.epochMilliseconds / 1_000)) } : {};

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
