import type { Text } from '#web/lib/i18n.ts';
import { wordIn } from '#web/lib/known.ts';
import { FIELD_REASONS } from '#web/lib/problem-text.ts';

/**
 * Returns the error of typed numbers: the server names an unreadable one. Undefined where the reason has a text of its
 * own.
 */
export function phonesTrouble(reason: string | undefined, t: Text): string | undefined {
  if (!reason || wordIn(FIELD_REASONS, reason)) return undefined;
  return t('flows:troubles.phones_wrong', { phones: reason });
}
