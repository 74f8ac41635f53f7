import { listDiscrepancies } from '../src/server/billing/discrepancy-reads.ts';
import { listRewardDiscrepancies } from '../src/server/partners/discrepancy-reads.ts';
import { openDatabase, withSystem } from '../src/server/platform/database/db.ts';

/**
 * Compares the balances of all tenants with their entries: `DATABASE_URL=… node scripts/check-balances.ts`.
 *
 * Prints a line for each that differs, and then exits with 1. It changes nothing.
 */
const url = process.env.DATABASE_URL;
if (!url) throw new Error('DATABASE_URL must name the database.');
const db = openDatabase(url, { max: 1 });
try {
  const found = [
    ...(await withSystem({ db }, listDiscrepancies)),
    ...(await withSystem({ db }, listRewardDiscrepancies)),
  ];
  for (const { tenantId, account, stored, booked } of found)
    console.log(`${tenantId} ${account}: the balance is ${stored}, its entries make ${booked}`);
  console.log(found.length === 0 ? 'Every balance is the sum of its entries.' : `${found.length} balances differ.`);
  process.exitCode = found.length === 0 ? 0 : 1;
} finally {
  await db.destroy();
}
