import { Text } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { Outcome, TextsSender } from '#web/senders/sender.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { ReasonList } from '#web/ui/lists/ReasonList.tsx';
import { useOutcomeWords } from './outcome-words.ts';

type Props = {
  sender: TextsSender;
  /** Empty: the dialog is closed. */
  refused: readonly Outcome[];
  onClose: () => void;
};

/** Senders that were not changed, each with its reason. */
export function RefusedDialog({ sender, refused, onClose }: Props) {
  const t = useTexts();
  if (refused.length === 0) return null;
  return (
    <Dialog title={t(`bulks:${sender.room}.refused`, { count: refused.length })} onClose={onClose}>
      {sender.refusedText && <Text mb="sm">{t(sender.refusedText)}</Text>}
      <RefusedList sender={sender} refused={refused} />
    </Dialog>
  );
}

export function RefusedList({ sender, refused }: Pick<Props, 'sender' | 'refused'>) {
  const words = useOutcomeWords(sender);
  return <ReasonList items={refused.map((outcome) => ({ ...outcome, reason: words(outcome) }))} />;
}
