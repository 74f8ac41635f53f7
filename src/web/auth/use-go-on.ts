import { useNavigate, useSearch } from '@tanstack/react-router';
import { safeReturnPath } from '#web/lib/page-access.ts';

/** Leads to where the person was going before she had to log in. */
export function useGoOn(): () => void {
  const navigate = useNavigate();
  const { returnTo }: { returnTo?: string } = useSearch({ strict: false });
  return () => void navigate({ to: safeReturnPath(returnTo), replace: true });
}
