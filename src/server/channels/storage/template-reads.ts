import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { type MessageTemplate, TemplateParts } from '#contract/templates/calls.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { ChannelTemplates } from '#server/platform/database/schema.gen.ts';
import { contentOf } from './template-queries.ts';

/** A stored template with all that is known of it. */
export type StoredTemplate = Omit<MessageTemplate, 'useCounts'> & {
  providerId: string | null;
  parts: TemplateParts | null;
};

const Cursor = z.tuple([z.string(), z.string(), ChannelId]);

export type TemplateFilter = {
  cursor?: string | undefined;
  limit: number;
  channelId?: ChannelId | undefined;
  status?: string | undefined;
  search?: string | undefined;
};

/** Lists templates of all connected channels, by name, language and channel. */
export async function listStoredTemplates(
  { tx, tenantId }: TenantScope,
  { cursor, limit, channelId, status, search = '' }: TemplateFilter,
): Promise<{ items: StoredTemplate[]; nextCursor: string | null }> {
  const end = readCursor(cursor, Cursor);
  const rows = await tx
    .selectFrom('channel_templates as template')
    .selectAll('template')
    .where('tenant_id', '=', tenantId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('channels')
          .select('channels.id')
          .where('channels.tenant_id', '=', tenantId)
          .whereRef('channels.id', '=', 'template.channel_id')
          .where('channels.removed_at', 'is', null),
      ),
    )
    .$if(channelId !== undefined, (query) => query.where('channel_id', '=', channelId ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(search !== '', (query) =>
      query.where(
        sql<boolean>`(strpos(name, ${search.toLowerCase()}) > 0 or strpos(lower(content ->> 'body'), ${search.toLowerCase()}) > 0)`,
      ),
    )
    .$if(end !== null, (query) =>
      query.where(
        sql<boolean>`(name, language, channel_id) > (${end?.[0] ?? ''}, ${end?.[1] ?? ''}, ${end?.[2] ?? null}::uuid)`,
      ),
    )
    .orderBy('name')
    .orderBy('language')
    .orderBy('channel_id')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toStored, (row) => [row.name, row.language, row.channel_id]);
}

/** Lists a template of a channel in all its languages. */
export async function listTemplatesNamed(
  { tx, tenantId }: TenantScope,
  channelId: ChannelId,
  name: string,
): Promise<StoredTemplate[]> {
  const rows = await tx
    .selectFrom('channel_templates')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('channel_id', '=', channelId)
    .where('name', '=', name)
    .orderBy('language')
    .execute();
  return rows.map(toStored);
}

function toStored(row: Selectable<ChannelTemplates>): StoredTemplate {
  return {
    channelId: ChannelId.parse(row.channel_id),
    name: row.name,
    language: row.language,
    category: row.category,
    status: row.status,
    reason: row.reason,
    ...contentOf(row.content),
    quality: row.quality,
    statusSince: row.status_since?.toString() ?? null,
    providerId: row.provider_id,
    parts: TemplateParts.safeParse(row.parts).data ?? null,
  };
}
