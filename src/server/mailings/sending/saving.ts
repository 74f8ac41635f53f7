import type { TenantScope } from '#server/platform/database/db.ts';
import { saveJudged, saveWave } from '#server/mailings/storage/queries.ts';
import type { StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import { queueStart, queueWork } from './queueing.ts';

/**
 * Follows new settings of a locked mailing: its start is moved, and those who have not had it are planned by them. A new text
 * is tried on few recipients first.
 */
export async function followSave(
  scope: TenantScope,
  before: StoredMailing,
  settings: StoredMailing['settings'],
): Promise<void> {
  const mailing = { ...before, settings };
  if (mailing.status === 'waiting') return queueStart(scope, mailing);
  if (mailing.status !== 'working') return;
  const isSameText = JSON.stringify(before.settings.content) === JSON.stringify(settings.content);
  await saveJudged(scope, mailing.id, { ...mailing.judged, isProven: mailing.isProven && isSameText });
  await saveWave(scope, mailing, { planned: 0, nextWaveAt: null, heldBy: null });
  await queueWork(scope, mailing);
}
