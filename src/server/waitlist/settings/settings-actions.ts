import type { BodyOf } from '#contract/endpoint.ts';
import { type Sender, SenderId } from '#contract/senders/calls.ts';
import type { saveWaitlistSettings } from '#contract/waitlist/calls.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { cleanTexts } from '#server/texts/content/cleaning-rules.ts';
import { variablesIn } from '#server/texts/content/text-rules.ts';
import { findSettings, type StoredSettings, upsertSettings } from './settings-queries.ts';
import { newSettings } from './texts.ts';

/** Every tenant has one sender of offers, under the same id. */
export const WAITLIST: Sender = {
  id: SenderId.parse('8d2b51c7-64f1-4e0a-9c3b-5a7e90d4f215'),
  kind: 'waitlist',
  title: '',
};

/** A free time loses its value soonest: its marketing goes before that of others under the frequency cap. */
export const IMPORTANCE = 0;

/** How the cabinet offers freed slots; the defaults until the owner changes them. */
export async function getSettings(scope: TenantScope): Promise<StoredSettings> {
  const stored = await findSettings(scope);
  return stored ?? { settings: newSettings((await getTenant(scope)).customerLanguage), version: 0 };
}

export async function saveSettings(
  scope: ActionScope,
  { settings, baseVersion }: BodyOf<typeof saveWaitlistSettings>,
): Promise<StoredSettings> {
  const isAudienceMissing = settings.recipients !== 'list' && settings.audience.groups.length === 0;
  if (settings.isOn && isAudienceMissing) throw new Problem('waitlist.audience_missing');
  const hasLink = Object.values(settings.content.texts).every((one) => !one || variablesIn([one]).includes('slotLink'));
  if (!hasLink) throw new Problem('waitlist.link_missing');
  const texts = cleanTexts(settings.content.texts);
  if (texts.default.trim() === '') throw wrongField('settings.content.texts.default', 'required');
  const { version } = await getSettings(scope);
  const cleaned = { ...settings, content: { ...settings.content, texts } };
  const stored = { settings: cleaned, version: baseVersion + 1 };
  const isSaved = version === baseVersion && (await upsertSettings(scope, stored, scope.clock.now()));
  if (!isSaved) throw new Problem('waitlist.changed_meanwhile', { version });
  await saveSender(scope, WAITLIST, { importance: IMPORTANCE });
  await announce(scope, 'waitlist');
  return stored;
}
