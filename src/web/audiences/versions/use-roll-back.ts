import { useMutation } from '@tanstack/react-query';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

type RollBack = { version: number; baseVersion: number };

type Props = {
  /** Saves an earlier version as the newest. */
  put: (body: RollBack) => Promise<{ version: number }>;
  refresh: () => Promise<void>;
};

/** Saves an earlier version again and offers Undo. */
export function useRollBack({ put, refresh }: Props) {
  const t = useTexts();
  const onError = (error: unknown) => void toast.error({ title: problemText(error, t) });
  const undo = useMutation({ mutationFn: put, onSettled: refresh, onError });
  return useMutation({
    mutationFn: put,
    onSuccess: (saved, { version, baseVersion }) => {
      toast.undo({ title: t('versions:history.rolled_back', { version }) }, () =>
        undo.mutate({ version: baseVersion, baseVersion: saved.version }),
      );
      return refresh();
    },
    onError,
  });
}
