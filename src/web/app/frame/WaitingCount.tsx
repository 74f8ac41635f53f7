import { MAX_COUNTED } from '#contract/conversations/values.ts';
import { useWaitingForMe } from '#web/conversations/use-waiting-for-me.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

/** How many conversations wait for the member, beside their place of the menu. */
export function WaitingCount({ className }: { className: string | undefined }) {
  const t = useTexts();
  const count = useWaitingForMe();
  if (count === 0) return null;
  return (
    <span className={className} aria-label={t('app:waiting_for_you', { count })}>
      {count < MAX_COUNTED ? count : `${MAX_COUNTED - 1}+`}
    </span>
  );
}
