import { Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { Outcome, Sender } from '#web/senders/sender.ts';
import { TestPhonesDialog } from '#web/texts/trials/TestPhonesDialog.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { ActionMenu, MenuDivider, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { BulkBar } from '#web/ui/lists/BulkBar.tsx';
import { RefusedDialog } from './RefusedDialog.tsx';
import { type BulkChanges, type CommonAction, useBulkChange } from './use-bulk-change.ts';

/** Parts of the bar that a room's own actions use. */
export type Bar<Action> = {
  /** Applies a change to the selected senders. */
  run: (action: Action) => void;
  /** Does something with the selected senders, unless they are too many. */
  unlessTooMany: (act: () => void) => void;
};

type Props<Action extends { action: string }> = {
  sender: Sender;
  changes: BulkChanges<Action | CommonAction>;
  selected: readonly { id: string; testPhones: readonly string[] }[];
  /** Offers them to another cabinet. */
  onGive: () => void;
  onClear: () => void;
  /** Beside the count, e.g. a way to select all there are. */
  more?: ReactNode;
  /** Buttons beside those that pause and continue. */
  buttons?: (bar: Bar<Action>) => ReactNode;
  /** First entries of the menu. */
  entries: (bar: Bar<Action>) => ReactNode;
  /** Entries above the one that deletes. */
  lastEntries?: (bar: Bar<Action>) => ReactNode;
  /** Given when they are deleted: they can only be restored. */
  restoreLabel?: string;
};

/** Actions of the menu. */
const BESIDE_MENU: readonly string[] = ['pause', 'continue', 'restore', 'test_phones'];

/** Actions on all selected senders. */
export function SenderBulkBar<Action extends { action: string }>(props: Props<Action>) {
  const { sender, changes, selected, onGive, onClear, more, buttons, entries, lastEntries, restoreLabel } = props;
  const { room, max } = sender;
  const t = useTexts();
  const isOwner = useCurrentUser().memberRole === 'owner';
  const [refused, setRefused] = useState<readonly Outcome[]>([]);
  const [hasPhones, setHasPhones] = useState(false);
  const change = useBulkChange(changes, setRefused);
  const ids = selected.map(({ id }) => id);
  const unlessTooMany = (act: () => void) =>
    ids.length > max ? void toast.warning({ title: t(`bulks:${room}.limit`, { count: max }) }) : act();
  const run = (action: Action | CommonAction) =>
    unlessTooMany(() => change.mutate({ change: { ...action, ids }, onDone: onClear }));
  const running = change.isPending ? change.variables.change.action : null;
  const bar = { run, unlessTooMany };
  const button = (action: 'pause' | 'continue' | 'restore', label: string) => (
    <Button variant="default" size="compact-md" loading={running === action} onClick={() => run({ action })}>
      {label}
    </Button>
  );
  return (
    <>
      <BulkBar count={selected.length} onClear={onClear} more={more}>
        {restoreLabel ? (
          button('restore', restoreLabel)
        ) : (
          <>
            {button('pause', t('flows:pause'))}
            {button('continue', t('flows:continue'))}
            {buttons?.(bar)}
            <ActionMenu
              position="top-end"
              target={
                <Button
                  variant="default"
                  size="compact-md"
                  leftSection={<IconDots size={16} />}
                  loading={running !== null && !BESIDE_MENU.includes(running)}
                >
                  {t('bulks:flows.more')}
                </Button>
              }
            >
              {entries(bar)}
              <MenuItem onClick={() => unlessTooMany(() => setHasPhones(true))}>{t('bulks:flows.phones')}</MenuItem>
              {isOwner && <MenuItem onClick={() => unlessTooMany(onGive)}>{t('attention:list.give')}</MenuItem>}
              <MenuDivider />
              {lastEntries?.(bar)}
              <MenuItem color="bad" onClick={() => run({ action: 'delete' })}>
                {t('flows:delete')}
              </MenuItem>
            </ActionMenu>
          </>
        )}
      </BulkBar>
      {hasPhones && (
        <TestPhonesDialog
          selected={selected}
          submit={t(`bulks:${room}.phones_submit`, { count: ids.length })}
          help={t(`${room}:test_phones_help`)}
          onSubmit={(testPhones) =>
            change.mutateAsync({
              change: { action: 'test_phones', ids, testPhones },
              onDone: () => {
                setHasPhones(false);
                onClear();
              },
            })
          }
          onClose={() => setHasPhones(false)}
        />
      )}
      <RefusedDialog sender={sender} refused={refused} onClose={() => setRefused([])} />
    </>
  );
}
