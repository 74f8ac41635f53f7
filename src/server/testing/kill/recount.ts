import type pg from 'pg';
import { type Cabinet, MESSAGES_PAID } from './flows-scene.ts';

/** Refusals, and cancelled planned messages; a test message cancelled with its mode or number does not count. */
const SKIPS = `
  select sender_id, rule, (decided_at at time zone time_zone)::date as day
  from verdicts v join tenants t on t.id = v.tenant_id where v.tenant_id = $1 and outcome = 'skipped'
  union all
  select sender_id, reason, (updated_at at time zone time_zone)::date
  from messages m join tenants t on t.id = m.tenant_id
  where m.tenant_id = $1 and status = 'cancelled' and reason is not null
    and not (is_test and reason in ('flow_stopped', 'no_test_phone'))`;

/** Recounts by counter: each counter must equal a count of all rows. */
const RECOUNTS: Readonly<Record<string, string>> = {
  messages: `
    select sender_id::text, status, sum(count)::int as count, sum(replied)::int as replied
    from message_tallies where tenant_id = $1 group by 1, 2 having sum(count) <> 0 or sum(replied) <> 0
    except
    select * from (
      select sender_id::text, status, count(*)::int, count(replied_at)::int
      from messages where tenant_id = $1 group by 1, 2
      union all
      select sender_id::text, 'decided_against', count(*)::int, 0
      from verdicts where tenant_id = $1 and outcome = 'skipped' and message_id is null group by 1
    ) counted`,
  'messages that were not counted': `
    select sender_id::text, status, count(*)::int from messages where tenant_id = $1 group by 1, 2
    except
    select sender_id::text, status, sum(count)::int from message_tallies where tenant_id = $1 group by 1, 2`,
  skips: `
    (select sender_id, rule, day, sum(count)::int from skip_tallies where tenant_id = $1 group by 1, 2, 3 having sum(count) <> 0)
    except
    (select sender_id, rule, day, count(*)::int from (${SKIPS}) skips group by 1, 2, 3)`,
  'skips that were not counted': `
    (select sender_id, rule, count(*)::int from (${SKIPS}) skips group by 1, 2)
    except
    (select sender_id, rule, sum(count)::int from skip_tallies where tenant_id = $1 group by 1, 2)`,
  'what the policy did': `
    (select sender_id, rule, is_held, sum(count)::int from policy_tallies where tenant_id = $1 group by 1, 2, 3)
    except
    (select sender_id, rule, outcome = 'deferred', count(*)::int from verdicts where tenant_id = $1
       and outcome in ('deferred', 'skipped', 'cancelled') group by 1, 2, 3)`,
  'the balance': `
    select available from message_balances where tenant_id = $1
    except
    select $2::bigint - count(*) from messages where tenant_id = $1 and is_counted`,
  rehearsals: `
    select id, (summary->>'sent')::int, (summary->>'skipped')::int from rehearsals where tenant_id = $1 and status = 'done'
    except
    select rehearsal_id, count(*) filter (where outcome = 'sent')::int, count(*) filter (where outcome = 'skipped')::int
    from rehearsal_rows where tenant_id = $1 group by 1`,
  versions: `
    select id, version from flows where tenant_id = $1
    except
    select sender_id, count(*)::int from sender_versions where tenant_id = $1 group by 1`,
};

/** @returns counters that differ from a recount, with both values */
export async function listCountMismatches(owner: pg.Pool, { tenantId }: Pick<Cabinet, 'tenantId'>): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, query] of Object.entries(RECOUNTS)) {
    const { rows } = await owner.query(query, query.includes('$2') ? [tenantId, MESSAGES_PAID] : [tenantId]);
    if (rows.length > 0) wrong.push(`${name}: ${JSON.stringify(rows)}`);
  }
  return wrong;
}
