import { DEFAULT_BOT_SILENCE_MINUTES } from '#contract/conversations/values.ts';
import type { ConversationSettings } from '#contract/conversations/work.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

const DEFAULTS: ConversationSettings = {
  botSilenceMinutes: DEFAULT_BOT_SILENCE_MINUTES,
  marksRead: false,
  showsTyping: false,
};

export async function findSettings({ tx, tenantId }: TenantScope): Promise<ConversationSettings> {
  const row = await tx
    .selectFrom('conversation_settings')
    .select(['bot_silence_minutes', 'marks_read', 'shows_typing'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (!row) return DEFAULTS;
  return { botSilenceMinutes: row.bot_silence_minutes, marksRead: row.marks_read, showsTyping: row.shows_typing };
}

export async function putSettings({ tx, tenantId }: TenantScope, settings: ConversationSettings): Promise<void> {
  const values = {
    bot_silence_minutes: settings.botSilenceMinutes,
    marks_read: settings.marksRead,
    shows_typing: settings.showsTyping,
  };
  await tx
    .insertInto('conversation_settings')
    .values({ tenant_id: tenantId, ...values })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute();
}
