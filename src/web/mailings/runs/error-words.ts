import type { Mailing } from '#contract/mailings/calls.ts';
import type { Text } from '#web/lib/format/i18n.ts';

/** Why a mailing stopped by itself, as one sentence; null where it did not. */
export function mailingTrouble({ errorCode, errorReason }: Pick<Mailing, 'errorCode' | 'errorReason'>, t: Text) {
  if (!errorCode) return errorReason;
  return t(`mailings:trouble.${errorCode}`, { what: errorReason ? ` (${errorReason})` : '' }).trim();
}
