import type { MailingChangeOutcome } from '#contract/mailing-bulk.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ReasonList } from '#web/ui/ReasonList.tsx';
import { useOutcomeWords } from './outcome-words.ts';

type Props = { refused: readonly MailingChangeOutcome[]; onClose: () => void };

/** Mailings that were not changed, each with its reason. */
export function RefusedDialog({ refused, onClose }: Props) {
  const t = useTexts();
  const words = useOutcomeWords();
  const items = refused.map((outcome) => ({ id: outcome.mailingId, title: outcome.title, reason: words(outcome) }));
  return (
    <Dialog title={t('mailings:bulk.refused', { count: refused.length })} onClose={onClose}>
      <ReasonList items={items} />
    </Dialog>
  );
}
