import { useQueryClient } from '@tanstack/react-query';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { useSession } from '#web/lib/api/session.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** Fetches what the room shows once more. */
export function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'quality');
}

/** Shows why a call was refused. */
export function useFail(): (error: unknown) => void {
  const t = useTexts();
  return (error) => void toast.error({ title: problemText(error, t) });
}

export function useIsOwner(): boolean {
  const session = useSession();
  return session.isAuthenticated && session.user.memberRole === 'owner';
}
