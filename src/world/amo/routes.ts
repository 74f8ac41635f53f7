import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { ControlError } from '../values/control-error.ts';
import { addContact, addLead, addTask, moveLead, nowOf } from './changes.ts';
import { AmoError, amoRefusal } from './errors.ts';
import { exchange, hostOf } from './oauth.ts';
import { settle } from './posting.ts';
import { type Account, amoState, type Contact, type Lead, type Task } from './state.ts';

type Query = Readonly<Record<string, string | undefined>>;
type Call = { sim: Sim; account: Account; query: Query; body: unknown; id: number; path: string };
type Answer = { status?: number; body: unknown };

type Serve = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  known: readonly string[],
  answer: (call: Call) => Answer,
) => unknown;

const LIST = ['page', 'limit', 'with', 'query', 'filter[updated_at][from]', 'filter[created_at][from]'];
const MAX_PAGE = 250;
/** Names with an index: `filter[id][0]`. */
const IDS = 'filter[id][';
const BASE = '/amo/accounts/:host';

/** The API of the accounts, each below `/amo/accounts/{host}`. */
export function serveApi(app: FastifyInstance, sim: Sim): void {
  const serve = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    known: readonly string[],
    answer: (call: Call) => Answer,
  ) =>
    app.route({
      method,
      url: `${BASE}/api/v4${path}`,
      handler: async (request, reply) => {
        try {
          const movedTo = newHostOf(sim, request);
          if (movedTo)
            return await reply.redirect(`https://${movedTo}${request.url.slice(request.url.indexOf('/api/'))}`, 301);
          const account = accountOf(sim, request);
          checkToken(sim, account, request);
          if (!account.isPaid && method !== 'GET') throw new AmoError(402, 'Payment Required');
          const query = request.query as Query; // NOTE: fastify's own parser makes strings of them
          warn(sim, request, known);
          const id = Number((request.params as { id?: string }).id ?? 0);
          const { status = 200, body } = answer({ sim, account, query, body: request.body, id, path: request.url });
          if (body === null) return await reply.code(status === 200 ? 204 : status).send();
          return await reply.code(status).type('application/hal+json').send(JSON.stringify(body));
        } catch (error) {
          const refusal = error instanceof ControlError ? new AmoError(400, error.message) : error;
          if (!(refusal instanceof AmoError)) throw error;
          const { status, message, hint } = refusal;
          return reply
            .code(status)
            .type('application/problem+json')
            .send(JSON.stringify(amoRefusal(status, message, hint)));
        }
      },
    });
  app.post(`${BASE}/oauth2/access_token`, async (request, reply) => {
    try {
      const movedTo = newHostOf(sim, request);
      if (movedTo) return await reply.redirect(`https://${movedTo}/oauth2/access_token`, 301);
      return await reply.send(exchange(sim, accountOf(sim, request), request.body));
    } catch (error) {
      if (!(error instanceof AmoError)) throw error;
      return reply.code(error.status).send(amoRefusal(error.status, error.message, error.hint));
    }
  });
  // Asked of the common host: where the account of a token is.
  app.get('/amo/accounts/www.amocrm.ru/oauth2/account/subdomain', async (request, reply) => {
    const access = request.headers.authorization?.replace('Bearer ', '');
    const account = amoState(sim).accounts.find(({ tokens }) => tokens.some((one) => one.access === access));
    if (!account) return reply.code(401).send(amoRefusal(401, 'Unauthorized'));
    return { id: account.id, subdomain: account.subdomain, domain: hostOf(account) };
  });

  serve('GET', '/account', ['with'], ({ account, query }) => ({
    body: {
      id: account.id,
      name: account.name,
      subdomain: account.subdomain,
      currency: account.currency,
      country: account.currency === 'RUB' ? 'RU' : 'GB',
      current_user_id: account.users[0]?.id,
      ...(query['with'] === 'datetime_settings' &&
        account.timezone && { _embedded: { datetime_settings: { timezone: account.timezone } } }),
    },
  }));
  serve('GET', '/users', LIST, ({ account }) => ({ body: { _embedded: { users: account.users } } }));
  serve('GET', '/leads/pipelines', [], ({ account }) => ({
    body: {
      _embedded: {
        pipelines: account.pipelines.map(({ statuses, ...line }) => ({
          ...line,
          _embedded: { statuses: statuses.map((one) => ({ ...one, type: 0 })) },
        })),
      },
    },
  }));
  serve('GET', '/leads', LIST, (call) =>
    listOf(
      call,
      'leads',
      call.account.leads.filter(
        (one) => !one.is_deleted && one.created_at >= Number(call.query['filter[created_at][from]'] ?? 0),
      ),
      (lead) => leadOf(call, lead),
    ),
  );
  serve('GET', '/leads/:id', ['with'], (call) => ({
    body: leadOf(
      call,
      one(
        call.account.leads.filter((lead) => !lead.is_deleted),
        call.id,
      ),
    ),
  }));
  serve('GET', '/contacts', LIST, (call) => {
    const text = call.query['query'];
    const isFound = (contact: Contact) =>
      !text ||
      JSON.stringify(contact)
        .replaceAll(/[\s()-]/g, '')
        .includes(text);
    return listOf(call, 'contacts', call.account.contacts.filter(isFound), (contact) => contact);
  });
  serve('GET', '/contacts/:id', ['with'], (call) => ({ body: one(call.account.contacts, call.id) }));
  serve('GET', '/tasks', [...LIST, 'filter[is_completed]', 'filter[entity_type]'], (call) => {
    const { 'filter[is_completed]': done, 'filter[entity_type]': type } = call.query;
    const isListed = (task: Task) =>
      (done === undefined || task.is_completed === (done === '1')) && (type === undefined || task.entity_type === type);
    return listOf(call, 'tasks', call.account.tasks.filter(isListed), (task) => task);
  });
  serve('GET', '/tasks/:id', [], (call) => ({ body: one(call.account.tasks, call.id) }));
  serveWrites(serve);
  serveWebhooks(serve);
}

/** Calls that write, and the notes. */
function serveWrites(serve: Serve): void {
  serve('POST', '/tasks', [], (call) => {
    const Order = z.array(
      z.object({
        text: z.string(),
        complete_till: z.int(),
        entity_id: z.int(),
        entity_type: z.string(),
        task_type_id: z.int().optional(),
      }),
    );
    const made = read(Order, call.body).map((order) =>
      addTask(call.sim, call.account, {
        text: order.text,
        entityId: order.entity_id,
        entityType: order.entity_type,
        dueAt: order.complete_till,
      }),
    );
    return { body: { _embedded: { tasks: made.map(({ id }) => ({ id })) } } };
  });
  serve('PATCH', '/leads/:id', [], (call) => {
    const lead = one(call.account.leads, call.id);
    const order = read(z.object({ status_id: z.int(), pipeline_id: z.int() }), call.body);
    moveLead(call.sim, call.account, lead, { pipelineId: order.pipeline_id, statusId: order.status_id });
    return { body: { id: lead.id, updated_at: lead.updated_at } };
  });
  serve('POST', '/leads/complex', [], (call) => ({
    body: read(Complex, call.body).map((order) => create(call, order)),
  }));
  for (const entity of ['leads', 'contacts'] as const) {
    serve('GET', `/${entity}/:id/notes`, [...LIST, 'filter[note_type]'], (call) => {
      const from = Number(call.query['filter[updated_at][from]'] ?? 0);
      const notes = call.account.notes.filter(
        (note) => note.entity === entity && note.entityId === call.id && note.created_at >= from,
      );
      const shown = notes.map(({ id, text, created_at }) => ({
        id,
        note_type: 'common',
        created_at,
        params: { text },
      }));
      return { body: notes.length === 0 ? null : { _embedded: { notes: shown } } };
    });
    serve('POST', `/${entity}/:id/notes`, [], (call) => {
      one<Lead | Contact>(call.account[entity], call.id);
      const Order = z.array(z.object({ note_type: z.literal('common'), params: z.object({ text: z.string() }) }));
      const made = read(Order, call.body).map(({ params }) => ({
        id: 93_000_000 + call.sim.ids.next('amo.note'),
        entity,
        entityId: call.id,
        text: params.text,
        created_at: nowOf(call.sim),
      }));
      call.account.notes.push(...made);
      call.sim.changed('amo');
      return { body: { _embedded: { notes: made.map(({ id }) => ({ id })) } } };
    });
  }
}

function serveWebhooks(serve: Serve): void {
  const guard = ({ account }: Call) => {
    if (!account.isAdmin) throw new AmoError(403, 'Forbidden: administrators only');
  };
  serve('GET', '/webhooks', ['filter[destination]'], (call) => {
    guard(call);
    settle(call.sim);
    const wanted = call.query['filter[destination]'];
    const hooks = call.account.webhooks.filter(({ destination }) => !wanted || destination === wanted);
    if (hooks.length === 0) return { body: null };
    return { body: { _embedded: { webhooks: hooks.map(({ badAnswers: _bad, ...webhook }) => webhook) } } };
  });
  serve('POST', '/webhooks', [], (call) => {
    guard(call);
    if (!call.account.hasWebhooks) throw new AmoError(402, 'Webhooks are not available on your plan');
    const order = read(z.object({ destination: z.url(), settings: z.array(z.string()) }), call.body);
    const webhook = { id: call.sim.ids.next('amo.webhook'), ...order, disabled: false, badAnswers: 0 };
    call.account.webhooks = [...call.account.webhooks.filter((one) => one.destination !== order.destination), webhook];
    call.sim.changed('amo');
    return { status: 201, body: webhook };
  });
  serve('DELETE', '/webhooks', [], (call) => {
    guard(call);
    const { destination } = read(z.object({ destination: z.string() }), call.body);
    call.account.webhooks = call.account.webhooks.filter((one) => one.destination !== destination);
    return { body: null };
  });
}

const Complex = z.array(
  z.object({
    name: z.string(),
    price: z.number().optional(),
    pipeline_id: z.int().optional(),
    status_id: z.int().optional(),
    _embedded: z.object({
      tags: z.array(z.object({ name: z.string() })).default([]),
      contacts: z
        .array(
          z.object({
            id: z.int().optional(),
            first_name: z.string().optional(),
            last_name: z.string().optional(),
            custom_fields_values: z
              .array(z.object({ field_code: z.string(), values: z.array(z.object({ value: z.string() })) }))
              .optional(),
          }),
        )
        .max(1)
        .default([]),
    }),
  }),
);

function create({ sim, account }: Call, order: z.output<typeof Complex>[number]) {
  const [given] = order._embedded.contacts;
  const phone = given?.custom_fields_values?.find(({ field_code: code }) => code === 'PHONE')?.values[0]?.value ?? '';
  const contact = given?.id
    ? one(account.contacts, given.id)
    : given && addContact(sim, account, { first: given.first_name ?? '', last: given.last_name ?? '', phone });
  const lead = addLead(sim, account, {
    name: order.name,
    price: order.price ?? 0,
    contactId: contact?.id ?? null,
    tags: order._embedded.tags.map(({ name }) => name),
    ...(order.pipeline_id !== undefined && { pipelineId: order.pipeline_id }),
    ...(order.status_id !== undefined && { statusId: order.status_id }),
  });
  return { id: lead.id, contact_id: contact?.id ?? null, company_id: null, request_id: ['0'], merged: false };
}

/** The host that a former one leads on to. */
function newHostOf(sim: Sim, request: FastifyRequest): string | null {
  const { host } = request.params as { host: string };
  const account = amoState(sim).accounts.find(({ formerHosts }) =>
    formerHosts.some((one) => one.host === host && one.leadsOn),
  );
  return account ? hostOf(account) : null;
}

function accountOf(sim: Sim, request: FastifyRequest): Account {
  const { host } = request.params as { host: string };
  const account = amoState(sim).accounts.find((candidate) => hostOf(candidate) === host);
  if (!account) throw new AmoError(404, 'Account not found');
  return account;
}

function checkToken(sim: Sim, account: Account, { headers }: FastifyRequest): void {
  const access = headers.authorization?.replace('Bearer ', '');
  const token = account.tokens.find((candidate) => candidate.access === access);
  if (!token || token.isDead || token.endsAt <= sim.clock.now()) throw new AmoError(401, 'Unauthorized');
}

/** Warns of parameters that amoCRM does not know. */
function warn(sim: Sim, request: FastifyRequest, known: readonly string[]): void {
  const [path = ''] = request.url.split('?');
  for (const name of Object.keys(request.query as Query))
    if (!known.includes(name) && !(name.startsWith(IDS) && known.includes('page')))
      sim.journal.warn({ at: sim.clock.iso(), channel: 'amo', method: request.method, path, field: name });
}

function listOf<Item extends { id: number; updated_at: number }>(
  { query, path }: Call,
  entity: string,
  all: readonly Item[],
  show: (item: Item) => unknown,
): Answer {
  const from = Number(query['filter[updated_at][from]'] ?? 0);
  const ids = Object.entries(query).flatMap(([name, id]) => (name.startsWith(IDS) ? [Number(id)] : []));
  const items = all.filter((item) => item.updated_at >= from && (ids.length === 0 || ids.includes(item.id)));
  const page = Number(query['page'] ?? 1);
  const limit = Math.min(MAX_PAGE, Number(query['limit'] ?? 50));
  const shown = items.slice((page - 1) * limit, page * limit);
  if (shown.length === 0) return { body: null };
  const next = page * limit < items.length ? { next: { href: path.replace(`page=${page}`, `page=${page + 1}`) } } : {};
  return { body: { _page: page, _links: { self: { href: path }, ...next }, _embedded: { [entity]: shown.map(show) } } };
}

function leadOf({ query, account }: Pick<Call, 'query' | 'account'>, { tags, contacts, ...lead }: Lead) {
  const linked = contacts.map((id, at) => ({ id, is_main: at === 0 }));
  const withContacts = query['with'] === 'contacts' && { contacts: linked };
  return {
    ...lead,
    account_id: account.id,
    _embedded: { tags: tags.map((name, at) => ({ id: at + 1, name })), companies: [], ...withContacts },
  };
}

function one<Item extends { id: number }>(all: readonly Item[], id: number): Item {
  const item = all.find((candidate) => candidate.id === id);
  if (!item) throw new AmoError(404, 'Not found');
  return item;
}

function read<T>(shape: z.ZodType<T>, body: unknown): T {
  const order = shape.safeParse(body);
  if (order.success) return order.data;
  const issue = order.error.issues[0];
  throw new AmoError(400, `Request validation failed: ${issue?.path.join('.')}: ${issue?.message}`);
}
