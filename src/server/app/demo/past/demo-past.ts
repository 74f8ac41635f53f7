import { ContactId } from '#contract/contacts/calls.ts';
import { sql } from 'kysely';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { CONNECTION_KINDS, connectionKind } from '#contract/connections/kinds.ts';
import { BranchId } from '#contract/connections/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { CHATBOT } from '#server/conversations/answering/rules.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import { isHeldOut } from '#server/flows/deciding/refusals.ts';
import {
  lockMeasuring,
  markAllContactsDirty,
  measure,
} from '#server/insights/conversion/conversion-measuring-queries.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type TenantScope, withTenant } from '#server/platform/database/db.ts';
import { recountVisitSums } from '#server/visits/clients/sum-actions.ts';
import { recountDays, type VisitPlace } from '#server/visits/catalogue/day-queries.ts';
import { ensurePrefix } from '#server/links/prefix-queries.ts';
import { qualityRows } from '#server/app/demo/quality/quality-rows.ts';
import { linkRows } from './link-rows.ts';
import { createRandom } from './random.ts';
import { MENUS } from './menu.ts';
import { makeOrders } from './orders-year.ts';
import { addBooking } from './booking-rows.ts';
import { addMailings, type PastMailing } from './mailing-rows.ts';
import { addReviews } from './review-rows.ts';
import { addSearchedTexts, countRows, type PastRows, toRows } from './rows.ts';
import { addWaitlist } from './waitlist-past.ts';
import { hasPast, type Setting } from './setting.ts';
import { readSetting } from './setting-reads.ts';
import { insertRows } from './writing.ts';
import { MESSAGES_SINCE, makeYear } from './year.ts';

/** The longest time the first import of the branches may take. */
const IMPORT_MS = 120_000;
const POLL_MS = 100;
const MEASURED_AT_ONCE = 20;
const SEED = 'frontdesk demo';
/** Guests of the restaurants, as a share of the salon's clients. */
const GUESTS = 0.25;

/**
 * Gives the demo's tenant a year behind it: clients, visits, messages with statuses and replies, decisions against
 * messages, and conversion measured from them by the product's own statement. Written in one transaction, once.
 *
 * @param clients how many contacts the year has
 */
export async function seedPast(ctx: Context, tenantId: TenantId, clients: number): Promise<void> {
  if (await withTenant(ctx, tenantId, hasPast)) return;
  await untilImported(ctx, tenantId);
  const setting = await withTenant(ctx, tenantId, (scope) => readSetting(scope, ctx.config));
  // NOTE: computed before the transaction, which the server would end if it were silent for 3 s.
  const { tables, mailings } = await makePast(setting, clients, ctx.clock.now());
  await withTenant(ctx, tenantId, async (scope) => {
    // Two processes may start at once.
    await sql`select pg_advisory_xact_lock(hashtextextended('frontdesk.demo-past ' || ${tenantId}, 0))`.execute(
      scope.tx,
    );
    if (await hasPast(scope)) return;
    // NOTE: on a busy machine the rows of the next statement take longer than the server waits.
    await sql`set local idle_in_transaction_session_timeout = '1min'`.execute(scope.tx);
    await saveSender(scope, CHATBOT);
    for (const mailing of mailings) await saveSender(scope, { ...mailing, kind: 'mailing' });
    for (const [table, rows] of tables) await insertRows(scope, table, rows);
    for (const [table, rows] of await othersOf(scope, setting, ctx.clock.now())) await insertRows(scope, table, rows);
    await recountDays(scope, placesOf(tables));
    await recountVisitSums(
      scope,
      (tables.get('visits') ?? []).flatMap((row) => ContactId.safeParse(row['contact_id']).data ?? []),
    );
    await ageFlows(scope);
    await ageChannels(scope);
    await measureAll(scope, ctx.clock.now());
  });
}

/** Links and quality control of a salon. */
async function othersOf(scope: TenantScope, setting: Setting, now: Temporal.Instant) {
  if (setting.business === 'clinic') return [];
  const random = createRandom(`${SEED} links`);
  const links = linkRows(await ensurePrefix(scope), { setting, random, now });
  return [...links, ...qualityRows({ ...setting, ...(await findPeople(scope)), now })];
}

/** The owner and a member of staff. */
async function findPeople({ tx, tenantId }: TenantScope): Promise<{ ownerId: string | null; staffId: string | null }> {
  const members = await tx
    .selectFrom('members')
    .select(['id', 'role'])
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at')
    .execute();
  const idOf = (wanted: string) => members.find(({ role }) => role === wanted)?.id ?? null;
  return { ownerId: idOf('owner'), staffId: idOf('staff') };
}

/** Returns where the visits of the past were. */
function placesOf(tables: PastRows): VisitPlace[] {
  return (tables.get('visits') ?? []).map((row) => ({
    branchId: BranchId.parse(row['branch_id']),
    startsAt: Temporal.Instant.from(String(row['starts_at'])),
  }));
}

/** Measures the conversion of all contacts, some at a time: tables without statistics make larger joins slow. */
async function measureAll(scope: TenantScope, now: Temporal.Instant): Promise<void> {
  const { tx, tenantId } = scope;
  if (!(await lockMeasuring(scope))) return markAllContactsDirty(scope);
  const contacts = await tx.selectFrom('contacts').select('id').where('tenant_id', '=', tenantId).execute();
  for (let from = 0; from < contacts.length; from += MEASURED_AT_ONCE) {
    const contactIds = contacts.slice(from, from + MEASURED_AT_ONCE).map(({ id }) => id);
    await measure(scope, { contactIds, wholeIds: contactIds }, now);
  }
}

/** Their masters and services are part of the past; of a restaurant it needs nothing that is imported. */
const SALON_KINDS = CONNECTION_KINDS.filter((kind) => connectionKind(kind).reads === 'visits');

async function untilImported(ctx: Context, tenantId: TenantId): Promise<void> {
  const gaveUpAt = performance.now() + IMPORT_MS;
  while (performance.now() < gaveUpAt) {
    const isImported = await withTenant(ctx, tenantId, async ({ tx }) => {
      const { rows } = await sql<{ is_imported: boolean }>`
        select count(*) > 0 and bool_and(synced_at is not null) as is_imported
        from branches b join connections c on c.tenant_id = b.tenant_id and c.id = b.connection_id
        where b.tenant_id = ${tenantId} and b.is_active and b.removed_at is null
          and c.kind = any(${SALON_KINDS}::text[])`.execute(tx);
      return rows[0]?.is_imported ?? false;
    });
    if (isImported) return;
    await sleep(POLL_MS);
  }
  throw new Error('the branches of the demo were not imported');
}

/** Makes the rows with pauses, so that the process goes on serving and its transactions are not silent. */
async function makePast(
  setting: Setting,
  clients: number,
  now: Temporal.Instant,
): Promise<{ tables: PastRows; mailings: PastMailing[] }> {
  const invitation = setting.flows.find(({ kind }) => kind === 'repeat_visit');
  const year = makeYear({
    random: createRandom(SEED),
    now,
    clients,
    business: setting.business,
    branches: setting.branches,
    isHeldOut: (contactId) => invitation !== undefined && isHeldOut(invitation, contactId),
  });
  const reminder = setting.flows.find(({ kind }) => kind === 'abandoned_cart');
  const orders = makeOrders({
    random: createRandom(`${SEED} orders`),
    now,
    guests: setting.restaurants.length === 0 ? 0 : Math.ceil(clients * GUESTS),
    restaurants: setting.restaurants,
    menu: MENUS[setting.language],
    isHeldOut: (contactId) => reminder !== undefined && isHeldOut(reminder, contactId),
  });
  const making = toRows(year, orders, { setting, random: createRandom(`${SEED} rows`), now, chatbotId: CHATBOT.id });
  for (;;) {
    const step = making.next();
    if (step.done) {
      const tables = step.value;
      const mailings = setting.business === 'salon' ? addSalonRows(tables, setting, now) : [];
      addSearchedTexts(tables);
      countRows(tables, setting);
      return { tables, mailings };
    }
    await nextTurn();
  }
}

/** Adds rows that only a salon has: the waiting list, mailings, reviews, booking buttons. */
function addSalonRows(tables: PastRows, setting: Setting, now: Temporal.Instant): PastMailing[] {
  const makingOf = (about: string) => ({ setting, random: createRandom(`${SEED} ${about}`), now });
  addWaitlist(tables, makingOf('waitlist'));
  const mailings = addMailings(tables, makingOf('mailings'));
  addReviews(tables, makingOf('reviews'));
  addBooking(tables, makingOf('booking'));
  return mailings;
}

/** The channels carried the messages of the past. */
async function ageChannels({ tx, tenantId }: TenantScope): Promise<void> {
  await sql`
    update channels c set
      last_sent_at = greatest(c.last_sent_at, (
        select max(m.sent_at) from messages m where m.tenant_id = c.tenant_id and m.channel_id = c.id)),
      last_inbound_at = greatest(c.last_inbound_at, (
        select max(i.received_at) from inbound_messages i where i.tenant_id = c.tenant_id and i.channel_id = c.id))
    where c.tenant_id = ${tenantId}`.execute(tx);
}

/** The flows are as old as their messages. */
async function ageFlows({ tx, tenantId }: TenantScope): Promise<void> {
  const age = sql.lit(`${MESSAGES_SINCE} days`);
  await sql`update flows set created_at = created_at - interval ${age} where tenant_id = ${tenantId}`.execute(tx);
  await sql`
    update sender_versions v set saved_at = v.saved_at - interval ${age} from flows f
    where v.tenant_id = ${tenantId} and f.tenant_id = v.tenant_id and f.id = v.sender_id`.execute(tx);
}
