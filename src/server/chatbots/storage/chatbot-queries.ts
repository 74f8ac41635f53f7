import { sql } from 'kysely';
import { ChannelId } from '#contract/channels/calls.ts';
import { ChatbotId, ChatbotKind, type ChatbotPlace } from '#contract/chatbots/calls.ts';
import { BranchId } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { orNull } from '#server/platform/values/reading.ts';

/** A chatbot with its settings as stored; each kind parses its own. */
export type StoredChatbot = ChatbotPlace & {
  id: ChatbotId;
  kind: ChatbotKind;
  title: string;
  isEnabled: boolean;
  settings: unknown;
  version: number;
};

const COLUMNS = ['id', 'kind', 'title', 'is_enabled', 'branch_id', 'channel_id', 'settings', 'version'] as const;

/** Lists the chatbots of the cabinet, oldest first; a cabinet has few. */
export async function listChatbotRows(
  { tx, tenantId }: TenantScope,
  filter: { kind?: ChatbotKind } = {},
): Promise<StoredChatbot[]> {
  const { kind } = filter;
  const rows = await tx
    .selectFrom('chatbots')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toStored);
}

export async function findChatbot(
  { tx, tenantId }: TenantScope,
  id: ChatbotId,
  { isDeleted = false }: { isDeleted?: boolean } = {},
): Promise<StoredChatbot | undefined> {
  const row = await tx
    .selectFrom('chatbots')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
    .executeTakeFirst();
  return row && toStored(row);
}

/**
 * Stores a chatbot under its next version.
 *
 * @returns false when another version is stored
 */
export async function upsertChatbot(
  { tx, tenantId }: TenantScope,
  { id, kind, title, isEnabled, branchId, channelId, settings, version }: StoredChatbot,
  now: Temporal.Instant,
): Promise<boolean> {
  const changed = {
    title,
    is_enabled: isEnabled,
    branch_id: branchId,
    channel_id: channelId,
    settings: JSON.stringify(settings),
    version,
    updated_at: now,
  };
  const row = await tx
    .insertInto('chatbots')
    .values({ tenant_id: tenantId, id, kind, created_at: now, ...changed })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'id'])
        .doUpdateSet(changed)
        .where('chatbots.version', '=', version - 1)
        .where('chatbots.deleted_at', 'is', null),
    )
    .returning('version')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether there was such a chatbot in the other state */
export async function setDeleted(
  { tx, tenantId }: TenantScope,
  id: ChatbotId,
  at: Temporal.Instant | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('chatbots')
    .set({ deleted_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks the cabinet's chatbots against another that is added at the same time. */
export async function lockChatbots({ tx, tenantId }: TenantScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chatbots:${tenantId}`}, 0))`.execute(tx);
}

type Row = {
  id: string;
  kind: string;
  title: string;
  is_enabled: boolean;
  branch_id: string | null;
  channel_id: string | null;
  settings: unknown;
  version: number;
};

function toStored(row: Row): StoredChatbot {
  const { title, is_enabled: isEnabled, settings, version } = row;
  const place = { branchId: orNull(BranchId, row.branch_id), channelId: orNull(ChannelId, row.channel_id) };
  return {
    id: ChatbotId.parse(row.id),
    kind: ChatbotKind.parse(row.kind),
    title,
    isEnabled,
    settings,
    version,
    ...place,
  };
}
