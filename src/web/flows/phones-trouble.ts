import type { Text } from '#web/lib/i18n.ts';
import { wordIn } from '#web/lib/known.ts';
import { FIELD_REASONS } from '#web/lib/problem-text.ts';

/** What is wrong with typed numbers: the server names the one it cannot read. Nothing where the reason has words of its own. */
export function phonesTrouble(reason: string | undefined, t: Text): string | undefined {
  if (!reason || wordIn(FIELD_REASONS, reason)) return undefined;
  return t('flows:troubles.phones_wrong', { phones: reason });
}
