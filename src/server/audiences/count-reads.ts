import { type RawBuilder, sql } from 'kysely';
import type { TenantScope } from '#server/platform/database/db.ts';
import { conditionFilter, joined } from './contact-reads.ts';
import { type Unit, unitsOf } from './segment-rules.ts';
import type { AudienceQuestion } from './trait-rules.ts';

export type LiveCount = {
  count: number;
  /** All contacts. */
  total: number;
  /** The part without which most contacts would join; null: no part leaves out anybody. */
  strictest: (Unit & { leavesOut: number }) | null;
};

/** Counts an audience, and what it would be without each of the conditions that must hold, in one pass over the contacts. */
export async function countLive(
  { tx, tenantId }: TenantScope,
  { conditions, ...around }: AudienceQuestion,
): Promise<LiveCount> {
  const { match, groups } = conditions;
  const columns = groups.flatMap((group, index) =>
    group.conditions.map((one, condition) => ({
      group: index,
      condition,
      name: sql.ref(`p${index}_${condition}`),
      filter: conditionFilter(tenantId, one, around),
    })),
  );
  const units = unitsOf(conditions);
  const holds = (without: Unit | null) =>
    joined(
      match,
      groups.flatMap((group, index) => {
        const isTried = without?.group === index;
        if (isTried && without.condition === null) return [];
        const names = columns
          .filter((one) => one.group === index && !(isTried && one.condition === without.condition))
          .map(({ name }) => sql<boolean>`${name}`);
        return [joined(group.match, names)];
      }),
    );
  // NOTE: the driver reads an array of bigints as texts.
  const { rows } = await sql<{ total: number; count: number; without: string[] }>`
    select count(*) as total, count(*) filter (where ${holds(null)}) as count,
      array[${sql.join(units.map((unit) => sql`count(*) filter (where ${holds(unit)})`))}]::int8[] as without
    from (
      select ${columns.length === 0 ? sql`1` : sql.join(columns.map(({ filter, name }) => sql`${filter} as ${name}`))}
      from contacts c where c.tenant_id = ${tenantId} offset 0
    ) asked`.execute(tx);
  const { total = 0, count = 0, without = [] } = rows[0] ?? {};
  return {
    total,
    count,
    strictest: strictestOf(
      units,
      without.map((one) => Number(one) - count),
    ),
  };
}

function strictestOf(units: readonly Unit[], leftOut: readonly number[]): LiveCount['strictest'] {
  const most = Math.max(0, ...leftOut);
  const unit = units[leftOut.indexOf(most)];
  return unit && most > 0 ? { ...unit, leavesOut: most } : null;
}

/** Lists the contacts of an audience with the newest visits. */
export async function newestOfAudience(
  { tx, tenantId }: TenantScope,
  filter: RawBuilder<boolean>,
  limit: number,
): Promise<{ id: string; name: string; phone: string | null }[]> {
  const { rows } = await sql<{ id: string; name: string; phone: string | null }>`
    select c.id, c.name, c.phone from contacts c where c.tenant_id = ${tenantId} and ${filter}
    order by c.listed_at desc, c.id desc limit ${limit}`.execute(tx);
  return rows;
}
