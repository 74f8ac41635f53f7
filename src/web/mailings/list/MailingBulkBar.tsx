import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { MailingRow } from '#contract/mailings/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { mailingSender } from '#web/mailings/mailing-sender.ts';
import { type Bar, SenderBulkBar } from '#web/senders/list/SenderBulkBar.tsx';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { mailingChanges } from './mailing-changes.ts';

type Props = {
  mailings: readonly MailingRow[];
  /** Offers them to another cabinet. */
  onGive: () => void;
  onClear: () => void;
};

/** Actions on all selected mailings. */
export function MailingBulkBar({ mailings, onGive, onClear }: Props) {
  const t = useTexts();
  const navigate = useNavigate();
  const [confirmed, setConfirmed] = useState<Bar<{ action: 'cancel' }>['run'] | null>(null);
  const findTexts = () => void navigate({ to: '/distributions/texts', search: { ids: mailings.map(({ id }) => id) } });
  return (
    <>
      <SenderBulkBar<{ action: 'cancel' }>
        sender={mailingSender}
        changes={mailingChanges}
        selected={mailings}
        onGive={onGive}
        onClear={onClear}
        restoreLabel={mailings.every(({ deletedAt }) => deletedAt !== null) ? t('mailings:record.restore') : undefined}
        entries={({ unlessTooMany }) => (
          <MenuItem onClick={() => unlessTooMany(findTexts)}>{t('attention:list.find_texts')}</MenuItem>
        )}
        lastEntries={({ run, unlessTooMany }) => (
          <MenuItem onClick={() => unlessTooMany(() => setConfirmed(() => run))}>{t('bulks:mailings.cancel')}</MenuItem>
        )}
      />
      <ConfirmDialog
        isOpen={confirmed !== null}
        title={t('bulks:mailings.cancel_title', { count: mailings.length })}
        text={t('bulks:mailings.cancel_text')}
        confirmLabel={t('bulks:mailings.cancel')}
        isDangerous
        onConfirm={() => {
          confirmed?.({ action: 'cancel' });
          setConfirmed(null);
        }}
        onClose={() => setConfirmed(null)}
      />
    </>
  );
}
