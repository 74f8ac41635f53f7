import { useNavigate } from '@tanstack/react-router';
import { textIn } from '#web/lib/api/known.ts';
import { safeReturnPath } from '#web/lib/pages/page-access.ts';
import { usePageSearch } from '#web/lib/pages/url-state.ts';

/** Returns a function that opens the page the person was going to before logging in; resolves once it is there. */
export function useGoOn(): () => Promise<void> {
  const navigate = useNavigate();
  const { returnTo } = usePageSearch((search) => ({ returnTo: textIn(search['returnTo']) }));
  return () => navigate({ to: safeReturnPath(returnTo), replace: true });
}
