import { FIELD_REASONS } from '#contract/field-reasons-values.ts';
import type { TextKey } from '#web/locales/resources.ts';
import { CallRefused, CallUnreached } from './call-errors.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { wordIn } from './known.ts';

/** Explanation of an error for people. */
export type Explanation = { title: string; text: string; requestId?: string; canRetry: boolean };

/** Returns the texts of an error: what to do, what happened, what is safe. */
export function explain(error: unknown, t: Text): Explanation {
  if (error instanceof CallUnreached) {
    return { title: t('problems:unreachable.title'), text: t('problems:unreachable.text'), canRetry: true };
  }
  if (!(error instanceof CallRefused)) {
    return { title: t('problems:unexpected.title'), text: t('problems:unexpected.text'), canRetry: true };
  }
  return {
    title: t(error.status >= 500 ? 'problems:unexpected.title' : 'problems:refused.title'),
    text: problemText(error, t),
    requestId: error.requestId,
    canRetry: error.status >= 500 || error.status === 429,
  };
}

/** Returns one sentence for an error, e.g. for a toast or a form. */
export function problemText(error: unknown, t: Text): string {
  if (error instanceof CallUnreached) return t('problems:unreachable.text');
  if (!(error instanceof CallRefused)) return t('problems:unexpected.text');
  const retryAfterSeconds = Number(error.details.retryAfterSeconds ?? 60);
  return t(`refusals:${error.code.replace('.', '_')}` as TextKey, { count: retryAfterSeconds }); // NOTE: locales.test.ts proves that every code has its text
}

/** Returns the text of a field's reason; a general one for a reason without a text. */
export function fieldText(reason: string, t: Text): string {
  return t(`problems:field.${wordIn(FIELD_REASONS, reason) ?? 'invalid'}`);
}
