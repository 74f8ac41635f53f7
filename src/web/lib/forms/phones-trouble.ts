import { FIELD_REASONS } from '#contract/field-reasons-values.ts';
import type { ReactNode } from 'react';
import type { Text } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';

/**
 * Returns the error of typed numbers: the server names those it cannot read. Undefined where the reason has a text of
 * its own.
 */
export function phonesTrouble(reason: ReactNode, t: Text): string | undefined {
  if (typeof reason !== 'string' || wordIn(FIELD_REASONS, reason)) return undefined;
  return t('problems:phones_wrong', { phones: reason });
}
