import type { TextKey } from '#web/locales/resources.ts';
import { CallRefused, CallUnreached } from './call-errors.ts';
import type { Text } from './i18n.ts';

/** Field reasons of the contract that have texts of their own. */
export const FIELD_REASONS = [
  'required',
  'too_long',
  'email',
  'phone',
  'url',
  'secret',
  'terms',
  'password_short',
  'password_long',
  'password_cyrillic',
  'password_spaces',
  'password_mismatch',
  'time_zone',
  'id_or_phone',
  'datetime',
  'date',
  'birth_date',
  'currency',
  'currency_differs',
  'event_name',
  'property_name',
  'too_numerous',
] as const;

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
  return t(`problems:code.${error.code.replace('.', '_')}` as TextKey, { count: retryAfterSeconds }); // NOTE: locales.test.ts proves that every code has its text
}

/** Returns the text of a field's reason; a general one for a reason without a text. */
export function fieldText(reason: string, t: Text): string {
  const known = FIELD_REASONS.find((one) => one === reason);
  return t(known ? `problems:field.${known}` : 'problems:field.invalid');
}
