import { Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { MailingBulkChange, MailingChangeOutcome } from '#contract/mailings/bulk.ts';
import type { MailingRow } from '#contract/mailings/calls.ts';
import { MAX_MAILINGS_AT_ONCE } from '#contract/mailings/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { TestPhonesDialog } from '#web/texts/trials/TestPhonesDialog.tsx';
import { ActionMenu, MenuDivider, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { BulkBar } from '#web/ui/lists/BulkBar.tsx';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { RefusedDialog } from './RefusedDialog.tsx';
import { useChangeMailings } from './use-bulk.ts';

type Props = {
  mailings: readonly MailingRow[];
  /** Offers them to another cabinet. */
  onGive: () => void;
  onClear: () => void;
};

/** Changes that need no more than the mailings. */
type PlainAction = Exclude<MailingBulkChange['action'], 'test_phones'>;

/** Actions on all selected mailings. */
export function MailingBulkBar({ mailings, onGive, onClear }: Props) {
  const t = useTexts();
  const navigate = useNavigate();
  const isOwner = useCurrentUser().memberRole === 'owner';
  const [refused, setRefused] = useState<readonly MailingChangeOutcome[]>([]);
  const [opened, setOpened] = useState<'cancel' | 'phones' | null>(null);
  const change = useChangeMailings(setRefused);
  const areDeleted = mailings.every(({ deletedAt }) => deletedAt !== null);
  const mailingIds = mailings.map(({ id }) => id);
  const isBusy = (...actions: string[]) => change.isPending && actions.includes(change.variables.change.action);
  const isTooMany = mailingIds.length > MAX_MAILINGS_AT_ONCE;
  const warn = () => toast.warning({ title: t('mailings:bulk.limit', { count: MAX_MAILINGS_AT_ONCE }) });
  const run = (action: PlainAction) =>
    isTooMany ? warn() : change.mutate({ change: { action, mailingIds }, onDone: onClear });
  const open = (dialog: 'cancel' | 'phones') => (isTooMany ? warn() : setOpened(dialog));
  const findTexts = () =>
    isTooMany ? warn() : void navigate({ to: '/distributions/texts', search: { ids: mailingIds } });
  const close = () => setOpened(null);
  const done = () => {
    close();
    onClear();
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
            <ActionMenu
              position="top-end"
              target={
                <Button
                  variant="default"
                  size="compact-md"
                  leftSection={<IconDots size={16} />}
                  loading={isBusy('cancel', 'delete')}
                >
                  {t('flows:list.bulk.more')}
                </Button>
              }
            >
              <MenuItem onClick={findTexts}>{t('flows:list.find_texts')}</MenuItem>
              <MenuItem onClick={() => open('phones')}>{t('flows:list.bulk.phones')}</MenuItem>
              {isOwner && <MenuItem onClick={() => (isTooMany ? warn() : onGive())}>{t('flows:list.give')}</MenuItem>}
              <MenuDivider />
              <MenuItem onClick={() => open('cancel')}>{t('mailings:bulk.cancel')}</MenuItem>
              <MenuItem color="bad" onClick={() => run('delete')}>
                {t('flows:delete')}
              </MenuItem>
            </ActionMenu>
          </>
        )}
      </BulkBar>
      <ConfirmDialog
        isOpen={opened === 'cancel'}
        title={t('mailings:bulk.cancel_title', { count: mailings.length })}
        text={t('mailings:bulk.cancel_text')}
        confirmLabel={t('mailings:bulk.cancel')}
        isDangerous
        isBusy={isBusy('cancel')}
        onConfirm={() => {
          close();
          run('cancel');
        }}
        onClose={close}
      />
      {opened === 'phones' && (
        <TestPhonesDialog
          selected={mailings}
          submit={t('mailings:bulk.phones_submit', { count: mailingIds.length })}
          help={t('mailings:what.test_phones_help')}
          onSubmit={(testPhones) =>
            change.mutateAsync({ change: { action: 'test_phones', mailingIds, testPhones }, onDone: done })
          }
          onClose={close}
        />
      )}
      {refused.length > 0 && <RefusedDialog refused={refused} onClose={() => setRefused([])} />}
    </>
  );
}
