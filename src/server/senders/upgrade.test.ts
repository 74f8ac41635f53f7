import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, readSchema } from '#server/platform/migrate.ts';
import { testDatabase } from '#server/testing/server/database.ts';

const { owner, url } = await testDatabase();
const schema = readSchema();
const earlier = { ...schema, migrations: schema.migrations.filter(({ name }) => name < '202611290200') };

/** A database at the schema before the tables of senders, whose owner is no superuser. */
async function openEarlier(): Promise<{
  query: (text: string) => Promise<unknown[]>;
  upgrade: () => Promise<unknown>;
}> {
  const name = `tenancy_${randomUUID().replaceAll('-', '')}`;
  await owner.query(`create role ${name} login password 'secret'`);
  await owner.query(`grant frontdesk_app, frontdesk_system to ${name}`);
  await owner.query(`create database ${name} owner ${name}`);
  const [ownUrl, adminUrl] = [new URL(url), new URL(url)];
  Object.assign(ownUrl, { username: name, password: 'secret', pathname: `/${name}` });
  Object.assign(adminUrl, { pathname: `/${name}` });
  await migrate(ownUrl.href, earlier);
  const admin = new pg.Client(adminUrl.href);
  await admin.connect();
  onTestFinished(async () => {
    await admin.end();
    await owner.query(`drop database ${name} with (force)`);
    await owner.query(`drop role ${name}`);
  });
  return { query: async (text) => (await admin.query(text)).rows, upgrade: () => migrate(ownUrl.href) };
}

const [TENANT, FLOW, MAILING, MEMBER] = [1, 2, 3, 4].map((n) => `01890000-0000-7000-8000-00000000000${n}`);

test('history and transfers of flows and mailings are kept by the upgrade to tables of senders', async () => {
  const { query, upgrade } = await openEarlier();
  await query(`
    set session_replication_role = replica;
    insert into tenants (id, name, brand, created_at) values ('${TENANT}', 'Salon', 'frontdesk', now());
    insert into senders (tenant_id, id, kind, title) values ('${TENANT}', '${FLOW}', 'flow', 'A'), ('${TENANT}', '${MAILING}', 'mailing', 'B');
    insert into flow_versions values ('${TENANT}', '${FLOW}', 1, 'A', '{"of": "flow"}', '2026-03-01', '${MEMBER}');
    insert into mailing_versions values ('${TENANT}', '${MAILING}', 2, 'B', '{"of": "mailing"}', '2026-03-02', null);
    insert into flow_transfers (tenant_id, id, kind, email, titles, flows, state, member_id, created_at, expires_at)
      values ('${TENANT}', '${FLOW}', 'copy', 'a@b.example', '{A}', '[{"flowId": "${FLOW}", "version": 1}]', 'pending', '${MEMBER}', now(), now());
    insert into flow_offers (tenant_id, id, from_tenant_id, from_name, from_email, kind, sender_kind, flows, mailings, mailing_ids, state, created_at, expires_at)
      values ('${TENANT}', '${MAILING}', '${TENANT}', 'A', 'a@b.example', 'move', 'mailing', '[]', '[{"title": "B"}]', '{${MAILING}}', 'accepted', now(), now())`);
  await upgrade();
  expect(
    await query('select sender_id, version, title, settings, member_id from sender_versions order by version'),
  ).toEqual([
    { sender_id: FLOW, version: 1, title: 'A', settings: { of: 'flow' }, member_id: MEMBER },
    { sender_id: MAILING, version: 2, title: 'B', settings: { of: 'mailing' }, member_id: null },
  ]);
  expect(await query('select sender_kind, kind, titles, senders, state from sender_transfers')).toEqual([
    { sender_kind: 'flow', kind: 'copy', titles: ['A'], senders: [{ id: FLOW, version: 1 }], state: 'pending' },
  ]);
  expect(await query('select sender_kind, senders, sender_ids, state from sender_offers')).toEqual([
    { sender_kind: 'mailing', senders: [{ title: 'B' }], sender_ids: [MAILING], state: 'accepted' },
  ]);
});
