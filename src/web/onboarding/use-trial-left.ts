import { productNow } from '#web/lib/format/clock.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useSession } from '#web/lib/api/session.ts';

const DAY_MS = 86_400_000;

/** Says how many days of the trial are left; null outside a trial and after its end. */
export function useTrialLeft(): string | null {
  const t = useTexts();
  const session = useSession();
  if (!session.isAuthenticated) return null;
  const { paidUntil, isTrial } = session.user;
  const left = paidUntil && isTrial ? new Date(paidUntil).getTime() - productNow() : 0;
  return left > 0 ? t('onboarding:trial_left', { count: Math.ceil(left / DAY_MS) }) : null;
}
