import { isRefused } from '#web/lib/api/call-errors.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { missingIn } from '#web/flows/list/outcome-words.ts';

/** Names the missing settings of a flow. */
export function missingText(error: unknown, t: Text): string {
  if (!isRefused(error, 'flow.incomplete')) return problemText(error, t);
  return t('flows:incomplete', { what: missingIn(error.details['missing'], t) });
}
