import { isRefused } from '#web/lib/call-errors.ts';
import type { Text } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { missingIn } from './outcome-words.ts';

/** Names the missing settings of a flow. */
export function missingText(error: unknown, t: Text): string {
  if (!isRefused(error, 'flow.incomplete')) return problemText(error, t);
  return t('flows:incomplete', { what: missingIn(error.details['missing'], t) });
}
