import { Text } from '@mantine/core';
import type { MailingChangeOutcome } from '#contract/mailing-bulk.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import classes from './mailings.module.css';
import { useOutcomeWords } from './outcome-words.ts';

type Props = { refused: readonly MailingChangeOutcome[]; onClose: () => void };

/** Mailings that were not changed, each with its reason. */
export function RefusedDialog({ refused, onClose }: Props) {
  const t = useTexts();
  const words = useOutcomeWords();
  return (
    <Dialog title={t('mailings:bulk.refused', { count: refused.length })} onClose={onClose}>
      <ul className={classes.list}>
        {refused.map((outcome) => (
          <li key={outcome.mailingId}>
            <Text fw={550} size="sm">
              {outcome.title}
            </Text>
            <Text size="sm" c="dimmed">
              {words(outcome)}
            </Text>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
