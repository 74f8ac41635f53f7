import { beforeAll, expect, test } from 'vitest';
import { listContacts } from '#contract/contacts/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { type Answered, testServer } from '#server/testing/server/http.ts';

const { call, owner, signUp } = await testServer({ now: '2026-03-02T09:00:00Z' });

/** Enough that a search cannot scan them all. */
const CUSTOMERS = 2_500;

let token = '';
let neighbour = '';
beforeAll(async () => {
  const [own, another] = [await signUp(), await signUp()];
  [token, neighbour] = [own.token, another.token];
  await fill(own.tenantId, CUSTOMERS);
  await fill(another.tenantId, 30);
});

/** Creates contacts, the first with the latest visit; every five hundredth has a name of its own. */
async function fill(tenantId: TenantId, count: number): Promise<void> {
  await owner.query(
    `insert into contacts (tenant_id, id, name, phone, last_visit_at, created_at)
     select $1, gen_random_uuid(), case when n % 500 = 7 then 'Ёлкина Яна ' || n else 'Анна Петрова' end,
       '+7916' || lpad(n::text, 7, '0'), timestamptz '2026-03-01' - n * interval '1 hour', now()
     from generate_series(1, $2::int) n`,
    [tenantId, count],
  );
}

async function found(search: string, by = token): Promise<string[]> {
  const { body } = await call(listContacts, { token: by, query: { search, limit: 100 } });
  return body.items.map(({ name, phone }) => `${name} ${phone?.slice(-4)}`);
}

const FIVE = [7, 507, 1_007, 1_507, 2_007].map((n) => `Ёлкина Яна ${n} ${String(n).padStart(4, '0')}`);

test.each(['ёлкина', 'ЛКИ', 'ял', 'Яна', ' ёлкина я', 'ё', 'нА Я'])(
  'customers are found by «%s», a part of the name, however long ago they came',
  async (search) => {
    expect(await found(search)).toEqual(search === 'ял' ? [] : FIVE);
  },
);

test.each(['2007', '0002007', '+79160002007', '7916000200', '8 (916) 000-20-07', '916 000 2007'])(
  'a customer is found by %s, a part of the phone as people write it',
  async (search) => {
    expect(await found(search)).toContain(FIVE[4]);
  },
);

test('a search without matches is empty', async () => {
  for (const search of ['Ъ', 'щъ', 'Ёлкина Анна', 'елкина', '+7000', '8 999', '%', '_'])
    expect(await found(search)).toEqual([]);
});

test('many matches are listed page by page, each contact once, in the order of the whole list', async () => {
  const shown: (string | null)[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string | number> = { search: 'петр', limit: 100, ...(cursor && { cursor }) };
    const page: Answered<typeof listContacts> = await call(listContacts, { token, query });
    shown.push(...page.body.items.map(({ phone }) => phone));
    cursor = page.body.nextCursor;
  } while (cursor !== null);
  const all = Array.from({ length: CUSTOMERS }, (_, n) => n + 1).filter((n) => n % 500 !== 7);
  expect(shown).toEqual(all.map((n) => `+7916${String(n).padStart(7, '0')}`));
});

test('a renamed contact is found by the new name alone', async () => {
  await owner.query(`update contacts set name = 'Зимина Лада' where phone = '+79160002400' and name like 'Анна%'`);
  expect(await found('зимин')).toEqual(['Зимина Лада 2400']);
});

test("a search finds only the cabinet's own contacts", async () => {
  expect(await found('ёлкина', neighbour)).toEqual(['Ёлкина Яна 7 0007']);
  expect(await found('2007', neighbour)).toEqual([]);
});
