import { Text } from '@mantine/core';
import type { FlowOutcome } from '#contract/flows/bulk.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { ReasonList } from '#web/ui/lists/ReasonList.tsx';
import { useOutcomeWords } from './outcome-words.ts';

/** Flows that were not changed, each with its reason. */
export function RefusedDialog({ refused, onClose }: { refused: readonly FlowOutcome[]; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog title={t('flows:list.bulk.refused_title', { count: refused.length })} onClose={onClose}>
      <Text mb="sm">{t('flows:list.bulk.refused_text')}</Text>
      <RefusedList refused={refused} />
    </Dialog>
  );
}

export function RefusedList({ refused }: { refused: readonly FlowOutcome[] }) {
  const words = useOutcomeWords();
  const items = refused.map((outcome) => ({ id: outcome.flowId, title: outcome.title, reason: words(outcome) }));
  return <ReasonList items={items} />;
}
