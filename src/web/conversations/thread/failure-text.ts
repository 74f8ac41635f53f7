import type { ThreadItem } from '#contract/conversations/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';

/** Classes of errors with words of their own; the provider's text is added to the rest. */
const CLASSES = [
  'recipient_invalid',
  'opted_out',
  'window_closed',
  'content_rejected',
  'auth',
  'account_blocked',
  'quota',
  'answered_by_person',
] as const;

/** Says why a message was not delivered, in one sentence. */
export function useFailureText(): (failure: ThreadItem['failure']) => string {
  const t = useTexts();
  return (failure) => {
    const known = wordIn(CLASSES, failure?.errorClass);
    if (known && known !== 'content_rejected') return t(`conversations:failure.${known}`);
    const general = t(`conversations:failure.${known ?? 'other'}`);
    return failure?.text ? `${general}: ${failure.text}` : general;
  };
}
