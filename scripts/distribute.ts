import { distribute } from '../src/server/platform/database/distribution.ts';
import { migrate } from '../src/server/platform/migrate.ts';

/**
 * Creates the tables on a Citus cluster and spreads them over its nodes: `DATABASE_URL=… node scripts/distribute.ts`.
 *
 * An operator runs it once before the first start, and after an upgrade that adds tables. Safe to run again.
 */
const url = process.env.DATABASE_URL;
if (!url) throw new Error('DATABASE_URL must name the coordinator.');
await migrate(url);
const tables = await distribute(url);
console.log(tables.length > 0 ? `Distributed: ${tables.join(', ')}` : 'All tables are distributed already.');
