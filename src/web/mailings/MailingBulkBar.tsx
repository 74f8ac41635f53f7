import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { MailingBulkChange, MailingChangeOutcome } from '#contract/mailing-bulk.ts';
import type { MailingRow } from '#contract/mailings.ts';
import { MOST_MAILINGS_AT_ONCE } from '#contract/mailings-values.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { BulkBar } from '#web/ui/BulkBar.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { toast } from '#web/ui/toasts.ts';
import classes from './mailings.module.css';
import { useOutcomeWords } from './outcome-words.ts';
import { useChangeMailings } from './use-bulk.ts';

type Props = { mailings: readonly MailingRow[]; onClear: () => void };

/** Actions on all selected mailings. */
export function MailingBulkBar({ mailings, onClear }: Props) {
  const t = useTexts();
  const [refused, setRefused] = useState<readonly MailingChangeOutcome[]>([]);
  const [isConfirming, setConfirming] = useState(false);
  const change = useChangeMailings(setRefused);
  const areDeleted = mailings.every(({ deletedAt }) => deletedAt !== null);
  const mailingIds = mailings.map(({ id }) => id);
  const isBusy = (action: string) => change.isPending && change.variables.change.action === action;
  const run = (action: MailingBulkChange['action']) => {
    if (mailingIds.length > MOST_MAILINGS_AT_ONCE)
      return toast.warning({ title: t('mailings:bulk.limit', { count: MOST_MAILINGS_AT_ONCE }) });
    return change.mutate({ change: { action, mailingIds }, onDone: onClear });
  };
  return (
    <>
      <BulkBar count={mailings.length} onClear={onClear}>
        {areDeleted ? (
          <Button variant="default" size="compact-md" loading={isBusy('restore')} onClick={() => run('restore')}>
            {t('mailings:record.restore')}
          </Button>
        ) : (
          <>
            <Button variant="default" size="compact-md" loading={isBusy('pause')} onClick={() => run('pause')}>
              {t('flows:pause')}
            </Button>
            <Button variant="default" size="compact-md" loading={isBusy('continue')} onClick={() => run('continue')}>
              {t('flows:continue')}
            </Button>
            <Button variant="default" size="compact-md" onClick={() => setConfirming(true)}>
              {t('mailings:bulk.cancel')}
            </Button>
            <Button
              variant="default"
              color="bad"
              size="compact-md"
              loading={isBusy('delete')}
              onClick={() => run('delete')}
            >
              {t('flows:delete')}
            </Button>
          </>
        )}
      </BulkBar>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('mailings:bulk.cancel_title', { count: mailings.length })}
        text={t('mailings:bulk.cancel_text')}
        confirmLabel={t('mailings:bulk.cancel')}
        isDangerous
        isBusy={isBusy('cancel')}
        onConfirm={() => {
          setConfirming(false);
          run('cancel');
        }}
        onClose={() => setConfirming(false)}
      />
      {refused.length > 0 && <Refused refused={refused} onClose={() => setRefused([])} />}
    </>
  );
}

type RefusedProps = { refused: readonly MailingChangeOutcome[]; onClose: () => void };

/** Mailings that were not changed, each with its reason. */
function Refused({ refused, onClose }: RefusedProps) {
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
