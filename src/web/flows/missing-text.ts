import { isRefused } from '#web/lib/call-errors.ts';
import type { Text } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';

const MISSING = ['channel', 'text', 'test_phone', 'connection'] as const;

/** What the flow lacks to work, named. */
export function missingText(error: unknown, t: Text): string {
  if (!isRefused(error, 'flow.incomplete')) return problemText(error, t);
  const { missing } = error.details;
  const names = (Array.isArray(missing) ? missing : []).map((code) => {
    const known = MISSING.find((one) => one === code);
    return known ? t(`flows.missing.${known}`) : String(code);
  });
  return t('flows.incomplete', { what: names.join(', ') });
}
