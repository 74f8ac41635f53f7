import type { MailingChangeOutcome } from '#contract/mailings/bulk.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { ReasonList } from '#web/ui/lists/ReasonList.tsx';
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
