import { test } from 'vitest';
import { listAdminUsers } from '#contract/admin/calls.ts';
import { listNewClients } from '#contract/admin/clients.ts';
import { listManagers } from '#contract/admin/people.ts';
import { login } from '#contract/auth/calls.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer();
const { call, owner, signUp } = server;

test('scale', { timeout: 400_000 }, async () => {
  const { email, password, tenantId } = await signUp();
  await owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [tenantId]);
  const { token } = (await call(login, { body: { email, password } })).body;
  console.time('fill');
  await owner.query(`insert into tenants (id, name, brand, country_id, created_at, paid_until, is_trial)
    select gen_random_uuid(), 'Salon ' || n, 'main', 1, timestamptz '2026-03-01' - n * interval '7 minutes', timestamptz '2026-03-03' + (n % 60 - 30) * interval '1 day', n % 3 = 0
    from generate_series(1, 100000) n`);
  await owner.query(`insert into members (tenant_id, id, email, phone, full_name, created_at, role)
    select id, gen_random_uuid(), substr(md5(id::text), 1, 8) || '@' || (array['gmail.com','mail.ru','yandex.ru'])[1 + abs(hashtext(id::text)) % 3],
     '+79' || lpad((abs(hashtext(id::text || 'p')) % 1000000000)::text, 9, '0'), (array['Вера','Анна','Ольга','Мария'])[1 + abs(hashtext(id::text || 'n')) % 4] || ' ' || initcap(translate(substr(md5(id::text),9,7), '0123456789abcdef','абвгдежзиклмнопр')), created_at, 'owner' from tenants where name like 'Salon %'`);
  await owner.query(`insert into paid_tariffs (tenant_id, id, tariff_id, units, begins_at, ends_at, key)
    select id, gen_random_uuid(), case when random() < 0.0005 then 7 else 1 end, 1, timestamptz '2026-01-01', timestamptz '2027-01-01', 'k' from tenants where random() < 0.4`);
  await owner.query('analyze');
  console.timeEnd('fill');
  const {
    rows: [one],
  } = await owner.query(
    `select email, phone, full_name from members where phone is not null and full_name is not null offset 50000 limit 1`,
  );
  const tries: [string, Record<string, unknown>][] = [
    ['all', {}],
    ['email', { search: one.email }],
    ['middle', { search: one.email.slice(2, 7) }],
    ['phone', { search: one.phone.slice(2) }],
    ['name', { search: one.full_name }],
    ['gmail', { search: 'gmail' }],
    ['absent', { search: 'zzzzqqq' }],
    ['two', { search: 'zq' }],
    ['expired', { state: 'expired' }],
    ['tariff7', { tariff: 7 }],
    ['tariff7 expired anna', { tariff: 7, state: 'active', search: 'анна' }],
  ];
  const time = async (name: string, run: () => Promise<{ status: number; body: any }>) => {
    const took: number[] = [];
    let last: any;
    for (let n = 0; n < 7; n++) {
      const at = performance.now();
      last = await run();
      took.push(performance.now() - at);
    }
    took.sort((a, b) => a - b);
    console.log(
      name,
      last.status,
      'median',
      took[3]!.toFixed(1),
      'max',
      took[6]!.toFixed(1),
      last.body.items?.length,
      JSON.stringify(last.body.total ?? last.body.counts ?? ''),
    );
  };
  await time('empty call', () => call(listManagers, { token }));
  for (const [name, query] of tries) await time(name, () => call(listAdminUsers, { token, query: query as any }));
  for (const days of [7, 30, 90] as const)
    await time(`new clients ${days}`, () => call(listNewClients, { token, query: { days } as any }));
});
