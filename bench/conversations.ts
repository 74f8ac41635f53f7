import type pg from 'pg';
import { toCursor } from '#server/platform/values/cursor.ts';
import type { Business } from './big-house.ts';
import type { List } from './lists.ts';

/** Requests of each kind; the first eleventh warms up. */
const REQUESTS = 330;
const LIST_MS = 8;
const SEARCH_MS = 10;

const WORDS =
  'запись завтра утром вечером маникюр педикюр стрижка окрашивание брови ресницы массаж спасибо можно перенести отменить адрес парковка цена сколько стоит мастер Анна Ольга свободно время пятница суббота понедельник добрый день здравствуйте подскажите пожалуйста буду опоздаю минут карта наличные сертификат подарок ребёнок консультация'.split(
    ' ',
  );
/** A word of one text in 5,000. */
const RARE = ['шугаринг', 'ботулинотерапия', 'микроблейдинг'];

/**
 * Spreads the conversations of a business over all lists, and gives each the searchable words of ten messages: two to nine
 * frequent words, and now and then a rare one.
 */
export async function giveTalks(owner: pg.Pool, { tenantId, memberId }: Business): Promise<void> {
  await owner.query(
    `update conversations c set
       state = case when n % 4 = 0 then 'closed' else 'open' end,
       unread_since = case when n % 4 > 0 and n % 10 = 1 then c.last_message_at end,
       unread_count = case when n % 4 > 0 and n % 10 = 1 then 1 else 0 end,
       assignee_id = case when n % 4 > 0 and n % 3 = 0 then $2::uuid end
     from (select id, row_number() over (order by last_message_at desc) as n from conversations where tenant_id = $1) numbered
     where c.tenant_id = $1 and c.id = numbered.id`,
    [tenantId, memberId],
  );
  await owner.query(
    `insert into searched_texts (tenant_id, id, conversation_id, direction, text, written, at)
     select $1, gen_random_uuid(), id, direction, text, text, at from (
       select id, case when turn % 2 = 0 then 'in' else 'out' end as direction,
         (select string_agg(($2::text[])[1 + abs(hashint8(n * 131 + turn * 17 + place)) % cardinality($2)], ' ')
          from generate_series(1, 2 + (n + turn) % 8) place)
           || case when (n * 10 + turn) % 5000 = 7 then ' ' || ($3::text[])[1 + n % cardinality($3)] else '' end as text,
         last_message_at - turn * interval '7 minutes' as at
       from (
         select id, last_message_at, row_number() over (order by last_message_at desc) as n
         from conversations where tenant_id = $1
       ) talk, generate_series(0, 9) turn
     ) said`,
    [tenantId, WORDS.map((word) => word.toLowerCase().replaceAll('ё', 'е')), RARE],
  );
}

/** Pages of each list of conversations, their counts, and what is searched for in them. */
export async function talkListsOf(owner: pg.Pool, { tenantId }: Business): Promise<List[]> {
  const { rows } = await owner.query<{ id: string; at: string; name: string; phone: string }>(
    `select c.id, c.last_message_at as at, contacts.name, contacts.phone
     from conversations c join contacts on contacts.tenant_id = $1 and contacts.id = c.contact_id
     where c.tenant_id = $1 order by random() limit ${REQUESTS}`,
    [tenantId],
  );
  type Drawn = (typeof rows)[number];
  const of = (name: string, path: (drawn: Drawn, n: number) => string, goalMs: number): List => ({
    name,
    goalMs,
    paths: Array.from({ length: REQUESTS }, (_, n) => path(rows[n % rows.length] ?? throwEmpty(), n)),
  });
  const page = (list: string, { at, id }: Drawn) =>
    `/api/v1/conversations?list=${list}&limit=50&cursor=${toCursor([String(at), id])}`;
  const search = (text: string) => `/api/v1/conversations/search?text=${encodeURIComponent(text)}`;
  const word = (n: number) => WORDS[(n * 7) % WORDS.length] ?? '';
  return [
    ...(['all', 'inbox', 'mine', 'unassigned', 'waiting', 'unread', 'closed'] as const).flatMap((list) => [
      of(`${list}, first page`, () => `/api/v1/conversations?list=${list}&limit=50`, LIST_MS),
      of(`${list}, a later page`, (drawn) => page(list, drawn), LIST_MS),
    ]),
    of('counts of all lists', () => '/api/v1/conversations/counts', LIST_MS),
    of('search by name', ({ name }) => search(name), SEARCH_MS),
    of('search by the beginning of a name', ({ name }) => search(name.slice(0, 4)), SEARCH_MS),
    of('search by phone', ({ phone }) => search(phone), SEARCH_MS),
    of('search by the end of a phone', ({ phone }) => search(phone.slice(-4)), SEARCH_MS),
    of('search by a frequent word', (_, n) => search(word(n)), SEARCH_MS),
    of('search by two frequent words', (_, n) => search(`${word(n)} ${word(n + 3)}`), SEARCH_MS),
    of('search by a rare word', (_, n) => search(RARE[n % RARE.length] ?? ''), SEARCH_MS),
    of('search by a word that nobody wrote', (_, n) => search(`электроэпиляция ${n}`), SEARCH_MS),
  ];
}

function throwEmpty(): never {
  throw new Error('There are no conversations.');
}
