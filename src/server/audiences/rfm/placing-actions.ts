import { groupMoved } from '#server/audiences/jobs.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { randomUUIDv7 } from 'node:crypto';
import { getTenant } from '#server/tenants/actions.ts';
import { isHistoryRead, listRfm, type StoredRfm } from './dashboard-queries.ts';
import {
  type CountedClient,
  deleteMembers,
  findGroups,
  insertMoves,
  type NewMove,
  readClients,
  type RfmAround,
  saveMembers,
} from './member-queries.ts';
import { placeOf } from './rfm-rules.ts';

/** Moves that one event names. */
const MOVES_PER_EVENT = 500;
/** A client whose last visit is older when they are first seen was one before: their history is being read. */
const NEW_WITHIN_DAYS = 3;

/** Puts some contacts into their groups of every dashboard. */
export async function placeInAll(scope: ActionScope, contactIds: readonly string[]): Promise<void> {
  for (const dashboard of await listRfm(scope, { isLocked: true })) await placeClients(scope, dashboard, contactIds);
}

/**
 * Puts some contacts into their groups by their purchases as they are now; records and announces their moves. Idempotent.
 *
 * @param dashboard locked, so that two runs do not record a move twice
 */
export async function placeClients(
  scope: ActionScope,
  dashboard: StoredRfm,
  contactIds: readonly string[],
): Promise<void> {
  const { id, thresholds, formedAt } = dashboard;
  if (!thresholds || contactIds.length === 0) return;
  const around = await aroundOf(scope);
  const clients = await readClients(scope, dashboard, { ...around, contactIds });
  const before = await findGroups(scope, id, contactIds);
  const members = clients.map((client) => ({ ...client, ...placeOf(client, thresholds) }));
  const found = new Set(clients.map(({ contactId }) => contactId));
  await saveMembers(scope, id, members, around.now);
  await deleteMembers(
    scope,
    id,
    contactIds.filter((one) => !found.has(one)),
  );
  if (formedAt === null) return;
  const isWhole = await isHistoryRead(scope);
  const moves = members.flatMap((client): NewMove[] => {
    const from = before.get(client.contactId) ?? null;
    if (from === client.group || (from === null && !isNew(client))) return [];
    const isOfClient = isWhole && !waitsForSettings(dashboard, client.contactId);
    const reason = isOfClient ? 'client' : 'recount';
    return [{ id: randomUUIDv7(), contactId: client.contactId, from, to: client.group, reason }];
  });
  if (moves.length === 0) return;
  await insertMoves(scope, id, moves, around);
  await announceMoves(
    scope,
    dashboard,
    moves.filter(({ reason }) => reason === 'client'),
  );
}

const isNew = ({ daysSince }: CountedClient): boolean => daysSince <= NEW_WITHIN_DAYS;

/** Whether the bounds were changed since the contact was counted. */
const waitsForSettings = ({ countingReason, countedTo }: StoredRfm, contactId: string): boolean =>
  countingReason === 'settings' && (countedTo === null || contactId > countedTo);

async function announceMoves(scope: ActionScope, { id }: StoredRfm, moves: readonly NewMove[]): Promise<void> {
  for (let start = 0; start < moves.length; start += MOVES_PER_EVENT) {
    const moveIds = moves.slice(start, start + MOVES_PER_EVENT).map((move) => move.id);
    await emit(scope, groupMoved, {
      dedupeKey: moveIds[0] ?? '',
      facts: { dashboardId: id, moveIds },
      occurredAt: scope.clock.now(),
    });
  }
}

/** The moment, the day of the business's zone, and its currency. */
export async function aroundOf(
  scope: TenantScope & Pick<ActionScope, 'clock'>,
): Promise<RfmAround & { timeZone: string }> {
  const { timeZone, currency } = await getTenant(scope);
  const now = scope.clock.now();
  return { now, timeZone, today: now.toZonedDateTimeISO(timeZone).toPlainDate(), currency };
}
