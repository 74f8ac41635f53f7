import type pg from 'pg';
import { Agent, request } from 'undici';
import { MemberId } from '#contract/tenants/ids.ts';
import { SessionId } from '#contract/auth/sessions.ts';
import { signAccess } from '#server/auth/sessions/tokens.ts';
import { toCursor } from '#server/platform/values/cursor.ts';
import { openVault } from '#server/platform/secrets/vault.ts';
import type { Business } from './big-house.ts';
import { percentile, SECRET_KEY } from './machine.ts';

/** Paths of one list, each asked once; `goalMs` of its p95 where there is one. */
export type List = { name: string; goalMs: number | null; paths: string[] };

/** Requests of each list; the first tenth warms up. */
const ASKED = 330;

type Sampled = Record<string, string>;

/** Every list of the cabinet, its filters and pages, with things of the business that were drawn by chance. */
export async function listsOf(owner: pg.Pool, { tenantId, flowIds }: Business): Promise<List[]> {
  const draw = async (text: string): Promise<Sampled[]> => {
    const { rows } = await owner.query<Record<string, unknown>>(`${text} order by random() limit ${ASKED}`, [tenantId]);
    return Array.from({ length: ASKED }, (_, n) => asText(rows[n % rows.length] ?? {}));
  };
  const threads = await draw('select id, last_message_at as at from conversations where tenant_id = $1');
  const waiting = await draw(
    'select id, last_message_at as at from conversations where tenant_id = $1 and needs_person_since is not null',
  );
  const talks = await draw(
    `select conversation_id as id, id as item, received_at as at from inbound_messages
     where tenant_id = $1 and provider_message_id like '%-30'`,
  );
  const messages = await draw('select id, due_at as at, contact_id, visit_id from messages where tenant_id = $1');
  const verdicts = await draw(
    `select id, decided_at as at from verdicts where tenant_id = $1 and outcome = 'skipped' and message_id is null`,
  );
  const people = await draw('select id, name, phone, listed_at as at from contacts where tenant_id = $1');
  const branches = await draw('select id from branches where tenant_id = $1');
  const visits = await draw('select starts_at as at from visits where tenant_id = $1');
  const of = (name: string, path: (sample: Sampled, n: number) => string, samples: Sampled[], goalMs = 8): List => ({
    name,
    goalMs: goalMs || null,
    paths: samples.map(path),
  });
  const after = ({ at, item, id }: Sampled) => `cursor=${toCursor([at ?? '', item ?? id ?? ''])}`;
  const log = (query: string) => `/api/v1/insights/message-logs?${query}`;
  const flow = (n: number) => `senderId=${flowIds[n % flowIds.length]}`;
  const dayOf = ({ at = '' }: Sampled) => {
    const from = Temporal.Instant.from(at);
    return `from=${from}&to=${from.add({ hours: 24 })}`;
  };
  const asked = (text: string) => `search=${encodeURIComponent(text)}`;
  const nameOf = ({ name = '' }: Sampled, n: number) => (n % 2 ? name : (name.split(' ')[1] ?? name).slice(0, 5));
  const phoneOf = ({ phone = '' }: Sampled, n: number) =>
    n % 2 ? phone : `8 ${phone.slice(2, 5)} ${phone.slice(5, 10)}`;
  const tail = ({ phone = '' }: Sampled) => phone.slice(-4);
  const noName = (_: Sampled, n: number) => `${'Щъ'.repeat(1 + (n % 3))}${n}`;
  const noPhone = (_: Sampled, n: number) => `+7000${1_000_000 + n}`;
  const letter = (_: Sampled, n: number) => 'аеиопрстzъ7'[n % 11] ?? 'а';
  return [
    // How busy the machine is: what is above this row's figures is the lists' own.
    of('an empty answer (/health)', () => '/health', branches, 0),
    of('conversations, first page', (_, n) => `/api/v1/conversations?limit=${20 + (n % 30)}`, threads),
    of('conversations, a later page', (thread) => `/api/v1/conversations?${after(thread)}`, threads),
    of(
      'conversations that need a reply',
      (_, n) => `/api/v1/conversations?list=waiting&limit=${20 + (n % 30)}`,
      threads,
    ),
    of(
      'conversations that need a reply, a later page',
      (thread) => `/api/v1/conversations?list=waiting&${after(thread)}`,
      waiting,
    ),
    of(
      'conversations of a member and of nobody',
      (thread) => `/api/v1/conversations?list=inbox&${after(thread)}`,
      threads,
    ),
    of('thread, first page', ({ id }) => `/api/v1/conversations/${id}/messages`, threads),
    of('a long thread, first page', ({ id }) => `/api/v1/conversations/${id}/messages`, talks),
    of('thread, an older page', (talk) => `/api/v1/conversations/${talk['id']}/messages?${after(talk)}`, talks),
    of('message log, first page', (_, n) => log(`limit=${20 + (n % 30)}`), messages),
    of('message log, a deep page', (message) => log(after(message)), messages),
    ...(['failed', 'not_sent', 'in_doubt', 'waiting', 'read', 'delivered'] as const).flatMap((status) => [
      of(`message log by status ${status}`, (_, n) => log(`status=${status}&limit=${20 + (n % 30)}`), messages),
      of(
        `message log by status ${status}, a deep page`,
        (message) => log(`status=${status}&${after(message)}`),
        messages,
      ),
    ]),
    of('message log by flow', (message, n) => log(`${flow(n)}&${after(message)}`), messages),
    of('message log by flow and status', (message, n) => log(`${flow(n)}&status=failed&${after(message)}`), messages),
    of('message log by channel', (message) => log(`channelId=${tenantId}&${after(message)}`), messages),
    of('message log by day', (message) => log(dayOf(message)), messages),
    of('message log by day and status', (message) => log(`status=failed&${dayOf(message)}`), messages),
    of('message log by contact', ({ contact_id: id }) => log(`contactId=${id}`), messages),
    of(
      'message log by visit',
      ({ visit_id: id, contact_id: contact }) => log(id ? `visitId=${id}` : `contactId=${contact}`),
      messages,
    ),
    of('message log by name', (person, n) => log(asked(nameOf(person, n))), people),
    of('message log by phone', (person, n) => log(asked(phoneOf(person, n))), people),
    of('message log by the end of a phone', (person) => log(asked(tail(person))), people),
    of('message log by an unknown name', (person, n) => log(asked(noName(person, n))), people),
    of('message log by one letter', (person, n) => log(asked(letter(person, n))), people),
    of('message log by name and flow', (person, n) => log(`${asked(nameOf(person, n))}&${flow(n)}`), people),
    of('history of a message', ({ id }) => `/api/v1/insights/message-logs/${id}`, messages),
    of('history of a negative decision', ({ id }) => `/api/v1/insights/message-logs/${id}`, verdicts),
    of('contacts, first page', (_, n) => `/api/v1/contacts?limit=${20 + (n % 30)}`, people),
    of('contacts, a later page', (person) => `/api/v1/contacts?${after(person)}`, people),
    of('contacts by name', (person, n) => `/api/v1/contacts?${asked(nameOf(person, n))}`, people),
    of('contacts by phone', (person, n) => `/api/v1/contacts?${asked(phoneOf(person, n))}`, people),
    of('contacts by the end of a phone', (person) => `/api/v1/contacts?${asked(tail(person))}`, people),
    of('contacts by an unknown name', (person, n) => `/api/v1/contacts?${asked(noName(person, n))}`, people),
    of('contacts by an unknown phone', (person, n) => `/api/v1/contacts?${asked(noPhone(person, n))}`, people),
    of('contacts by one letter', (person, n) => `/api/v1/contacts?${asked(letter(person, n))}`, people),
    of('ignore list, first page', (_, n) => `/api/v1/phones/ignore?limit=${20 + (n % 30)}`, people),
    of('ignore list by name', (person, n) => `/api/v1/phones/ignore?${asked(nameOf(person, n))}`, people),
    of('visits of a day', (visit) => `/api/v1/visits?${dayOf(visit)}`, visits),
    of('flows with their counts', () => '/api/v1/flows', branches),
    of('one flow', (_, n) => `/api/v1/flows/${flowIds[n % flowIds.length]}`, branches),
    of('home', () => '/api/v1/home', branches, 0),
    of('notices', () => '/api/v1/notices', branches),
  ];
}

const asText = (row: Record<string, unknown>): Sampled =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? '' : String(value)]));

/** Asks a list its paths one after another, as one browser would. @returns milliseconds from request to the whole answer */
export async function askList(
  origin: string,
  business: Business,
  { paths }: List,
): Promise<{ p50: number; p95: number }> {
  const agent = new Agent({ connections: 1 });
  const { tenantId, memberId } = business;
  const token = await signAccess(
    { vault: openVault(SECRET_KEY) },
    {
      sub: MemberId.parse(memberId),
      tenant: tenantId,
      sid: SessionId.parse(memberId),
      role: 'user',
      member_role: 'owner',
    },
  );
  const times: number[] = [];
  for (const path of paths) {
    const startedAt = performance.now();
    const answer = await request(`${origin}${path}`, {
      dispatcher: agent,
      headers: { authorization: `Bearer ${token}` },
    });
    const body = await answer.body.text();
    times.push(performance.now() - startedAt);
    if (answer.statusCode !== 200)
      throw new Error(`${path} was answered with ${answer.statusCode}: ${body.slice(0, 200)}`);
  }
  await agent.close();
  const warm = times.slice(Math.ceil(paths.length / 11));
  return { p50: percentile(warm, 0.5), p95: percentile(warm, 0.95) };
}
