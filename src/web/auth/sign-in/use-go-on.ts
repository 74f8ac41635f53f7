import { useNavigate } from '@tanstack/react-router';
import { textIn } from '#web/lib/api/known.ts';
import { safeReturnPath } from '#web/lib/pages/page-access.ts';
import { usePageSearch } from '#web/lib/pages/url-state.ts';

/**
 * Returns a function that opens the page the person was going to before logging in; resolves once it is there.
 *
 * @param usual opened when the person was going nowhere in particular
 */
export function useGoOn(usual = '/'): () => Promise<void> {
  const navigate = useNavigate();
  const { returnTo } = usePageSearch((search) => ({ returnTo: textIn(search['returnTo']) }));
  return () => navigate({ to: returnTo === undefined ? usual : safeReturnPath(returnTo), replace: true });
}
