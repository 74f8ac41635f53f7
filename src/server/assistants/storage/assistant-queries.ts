import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { AssistantId, AssistantStatus } from '#contract/assistants/calls.ts';
import { AssistantSettings } from '#contract/assistants/settings.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { retireSender } from '#server/delivery/ledger/sender-actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import { isBeyond, readCursor } from '#server/platform/values/cursor.ts';
import { saveVersion } from '#server/senders/versions/saving-actions.ts';

/** An assistant as stored, deleted or not. */
export type StoredAssistant = {
  id: AssistantId;
  title: string;
  status: AssistantStatus;
  /** The draft. */
  settings: AssistantSettings;
  version: number;
  published: { version: number; settings: AssistantSettings; at: Temporal.Instant } | null;
  deletedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
};

const COLUMNS = [
  'id',
  'title',
  'status',
  'settings',
  'version',
  'published_version',
  'published_settings',
  'published_at',
  'deleted_at',
  'created_at',
  'updated_at',
] as const;

/** The members who saved, and when. */
export type SavedBy = { memberId: MemberId | null; now: Temporal.Instant };

export async function findAssistant({ tx, tenantId }: TenantScope, id: AssistantId): Promise<StoredAssistant | null> {
  const row = await tx
    .selectFrom('assistants')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toAssistant(row) : null;
}

/** Locks a row until the transaction ends, so that changes do not race. Its turns may be written meanwhile. */
export async function findAssistantForUpdate(
  { tx, tenantId }: TenantScope,
  id: AssistantId,
): Promise<StoredAssistant | null> {
  const row = await tx
    .selectFrom('assistants')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? toAssistant(row) : null;
}

/** Assistants that answer contacts, the one published first before the others. */
export async function listAnswering({ tx, tenantId }: TenantScope): Promise<StoredAssistant[]> {
  const rows = await tx
    .selectFrom('assistants')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'on')
    .where('deleted_at', 'is', null)
    .orderBy('published_at')
    .orderBy('id')
    .execute();
  return rows.map(toAssistant);
}

const ByChange = z.tuple([z.iso.datetime(), AssistantId]);

/** The last changed first, and one more than the limit where there are more. */
export async function listAssistantRows(
  { tx, tenantId }: TenantScope,
  { cursor, limit, isDeleted }: { cursor?: string | undefined; limit: number; isDeleted: boolean },
): Promise<StoredAssistant[]> {
  const rows = await tx
    .selectFrom('assistants')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
    .where(isBeyond([sql`updated_at`, sql`id`], readCursor(cursor, ByChange), 'desc'))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toAssistant);
}

export async function countAssistants({ tx, tenantId }: TenantScope): Promise<number> {
  const row = await tx
    .selectFrom('assistants')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

type Draft = Pick<StoredAssistant, 'id' | 'title' | 'settings' | 'version'>;

/** Inserts a draft, its first save and the sender of its replies. */
export async function insertAssistant(scope: TenantScope, draft: Draft, by: SavedBy): Promise<void> {
  await saveVersion(scope, { ...draft, kind: 'assistant' }, { traits: {}, ...by });
  await scope.tx
    .insertInto('assistants')
    .values({
      tenant_id: scope.tenantId,
      id: draft.id,
      title: draft.title,
      status: 'draft',
      settings: JSON.stringify(draft.settings),
      version: draft.version,
      created_at: by.now,
      updated_at: by.now,
    })
    .execute();
}

/** Writes the next save of a draft. */
export async function updateDraft(scope: TenantScope, draft: Draft, by: SavedBy): Promise<void> {
  await saveVersion(scope, { ...draft, kind: 'assistant' }, { traits: {}, ...by });
  await update(scope, draft.id, by.now, {
    title: draft.title,
    settings: JSON.stringify(draft.settings),
    version: draft.version,
  });
}

/** Makes the draft the version that contacts are answered by, and switches the assistant on. */
export async function setPublished(
  scope: TenantScope,
  { id, settings, version }: Pick<StoredAssistant, 'id' | 'settings' | 'version'>,
  now: Temporal.Instant,
): Promise<void> {
  await update(scope, id, now, {
    status: 'on',
    published_version: version,
    published_settings: JSON.stringify(settings),
    published_at: now,
  });
}

export async function setAssistantStatus(
  scope: TenantScope,
  id: AssistantId,
  status: AssistantStatus,
  now: Temporal.Instant,
): Promise<void> {
  await update(scope, id, now, { status });
}

/** @param deletedAt null restores it, switched off */
export async function setAssistantDeleted(
  scope: TenantScope,
  { id, published }: Pick<StoredAssistant, 'id' | 'published'>,
  deletedAt: Temporal.Instant | null,
  now: Temporal.Instant,
): Promise<void> {
  await update(scope, id, now, { deleted_at: deletedAt, status: published ? 'off' : 'draft' });
  await retireSender(scope, id, deletedAt);
}

type Changes = Partial<{
  title: string;
  status: AssistantStatus;
  settings: string;
  version: number;
  published_version: number;
  published_settings: string;
  published_at: Temporal.Instant;
  deleted_at: Temporal.Instant | null;
}>;

async function update({ tx, tenantId }: TenantScope, id: AssistantId, now: Temporal.Instant, changes: Changes) {
  await tx
    .updateTable('assistants')
    .set({ ...changes, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

type Row = Pick<Selectable<DB['assistants']>, (typeof COLUMNS)[number]>;

function toAssistant(row: Row): StoredAssistant {
  const { published_version: version, published_settings: settings, published_at: at } = row;
  return {
    id: AssistantId.parse(row.id),
    title: row.title,
    status: AssistantStatus.parse(row.status),
    settings: AssistantSettings.parse(row.settings),
    version: row.version,
    published: version !== null && at !== null ? { version, at, settings: AssistantSettings.parse(settings) } : null,
    deletedAt: row.deleted_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
