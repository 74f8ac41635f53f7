import { expect, test } from 'vitest';
import { seedYclients } from './fixtures.ts';

const NOW = Temporal.Instant.from('2026-03-02T08:00:00Z').epochMilliseconds;
const DAY_MS = 86_400_000;

test('the same moment has the same visits, another one has others', () => {
  const { records } = seedYclients(NOW);
  expect(seedYclients(NOW).records).toEqual(records);
  expect(seedYclients(NOW + 3 * DAY_MS).records).not.toEqual(records);
});

test('no day of a salon is full, and today is not empty', () => {
  const { records, staff } = seedYclients(NOW);
  const countByDay = Map.groupBy(
    records.filter(({ companyId }) => companyId === 4564),
    ({ date }) => date.slice(0, 10),
  );
  const masters = staff.filter(({ companyId }) => companyId === 4564).length;
  for (const [day, visits] of countByDay) expect(visits.length, day).toBeLessThan(masters * 3);
  expect(countByDay.get('2026-03-02')?.length).toBeGreaterThan(0);
});
