import { isHint } from '#contract/reviews/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

/** Names a hint: one of ours in the language of the cabinet, the owner's as it was written. */
export function useHintName(): (tag: string) => string {
  const t = useTexts();
  return (tag) => (isHint(tag) ? t(`reviews:hint.${tag}`) : tag);
}
