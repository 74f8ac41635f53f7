import { expect, test } from 'vitest';
import { exportMasters, exportPoints, exportSenders } from '#contract/insights/exports.ts';
import { MASTER_COLUMNS, POINT_COLUMNS, SENDER_COLUMNS } from '#contract/insights/values.ts';
import { readXlsx } from '#server/platform/files/xlsx-reading.ts';
import { bookedSalons, type Salon, SALON_NOON } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();

const TABLES = {
  points: { path: exportPoints.path, titles: POINT_COLUMNS },
  masters: { path: exportMasters.path, titles: MASTER_COLUMNS },
  senders: { path: exportSenders.path, titles: SENDER_COLUMNS },
};

async function saved(salon: Salon, table: keyof typeof TABLES, query: Record<string, string>): Promise<Buffer> {
  const { path, titles } = TABLES[table];
  const given = { titles: JSON.stringify(titles), ...query };
  const answer = await fetch(`${server.origin}${path}?${new URLSearchParams(given)}`, {
    headers: { authorization: `Bearer ${salon.owner.token}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

test('the rows of a chart and of the masters are saved as CSV and XLSX, as the page shows them', async () => {
  const salon = await open();
  const startsAt = Temporal.Instant.from(SALON_NOON).subtract({ hours: 3 });
  await salon.book({ startsAt, status: 'arrived', totalMinor: 250_050, durationMinutes: 90 });
  await salon.book({ startsAt, status: 'no_show' });
  const points = String(await saved(salon, 'points', { format: 'csv', period: 'week' }));
  expect(points.split('\r\n').slice(1)).toEqual(['2026-03-02;2026-03-02;1;;1;0;1;0;2500.5;', '']);
  const words = JSON.stringify(['Without a master']);
  const sheet = await saved(salon, 'masters', { format: 'xlsx', period: 'month', words });
  expect((await Array.fromAsync(readXlsx(sheet))).map(({ cells }) => cells)).toEqual([
    [...MASTER_COLUMNS],
    ['Ольга', 'Локон', '2500.5', '1', '2500.5', '1', '50', '1', '1.5'],
  ]);
  const senders = String(await saved(salon, 'senders', { format: 'csv', words: JSON.stringify(['Flow', 'Mailing']) }));
  expect(senders.split('\r\n')).toHaveLength(2);
});

test('a file without a session is refused, and figures leave no entry about exported contacts', async () => {
  const salon = await open();
  const query = new URLSearchParams({ format: 'csv', titles: JSON.stringify(POINT_COLUMNS) });
  expect((await fetch(`${server.origin}${exportPoints.path}?${query}`)).status).toBe(401);
  await saved(salon, 'points', { format: 'csv' });
  const { rows } = await server.owner.query(
    `select from audit_entries where tenant_id = $1 and action = 'contacts.exported'`,
    [salon.owner.tenantId],
  );
  expect(rows).toHaveLength(0);
});
