import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { changeMailings, MailingBulkChange, MailingChangeOutcome } from '#contract/mailings/bulk.ts';
import { call } from '#web/lib/api/api.ts';
import { fieldReasons } from '#web/lib/api/call-errors.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useFail, useRefresh } from '#web/mailings/use-mailings.ts';

type Change = z.input<typeof changeMailings.body>['change'];
type Done = { change: Change; onDone: () => void };

/** The status a mailing has after a change: no message says that it had it before. */
const WANTED: Partial<Record<MailingBulkChange['action'], string>> = { pause: 'pause', continue: 'working' };

const isRefused = ({ isDone, problem }: MailingChangeOutcome, { action }: Change): boolean =>
  !isDone && !(problem?.code === 'distribution.wrong_status' && problem.details['status'] === WANTED[action]);

/** Applies a bulk change, shows its result and offers Undo. */
export function useChangeMailings(onRefused: (refused: readonly MailingChangeOutcome[]) => void) {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = useFail();
  const undo = useMutation({
    mutationFn: async (changes: readonly MailingBulkChange[]) => {
      const refused: MailingChangeOutcome[] = [];
      for (const change of changes) {
        const { outcomes } = await call('POST /api/v1/distributions/bulk', { body: { change } });
        refused.push(...outcomes.filter((outcome) => isRefused(outcome, change)));
      }
      return refused;
    },
    onSuccess: (refused) => refused.length > 0 && onRefused(refused),
    onSettled: refresh,
    onError: fail,
  });
  return useMutation({
    mutationFn: ({ change }: Done) => call('POST /api/v1/distributions/bulk', { body: { change } }),
    onSuccess: ({ outcomes, undo: back }, { change, onDone }) => {
      const refused = outcomes.filter((outcome) => isRefused(outcome, change));
      const count = outcomes.filter(({ isDone }) => isDone).length;
      if (count > 0) {
        const words = { title: t(`mailings:bulk.done.${change.action}`, { count }) };
        if (back.length > 0) toast.undo(words, () => undo.mutate(back));
        else toast.success(words);
      }
      if (refused.length > 0) onRefused(refused);
      onDone();
      return refresh();
    },
    onError: (error) => {
      // NOTE: validation errors are shown at their fields
      if (Object.keys(fieldReasons(error)).length === 0) fail(error);
    },
  });
}
