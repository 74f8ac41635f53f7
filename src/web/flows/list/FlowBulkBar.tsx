import { Button } from '@mantine/core';
import { IconDots, IconRocket } from '@tabler/icons-react';
import { useState } from 'react';
import type { FlowOutcome } from '#contract/flows/bulk.ts';
import type { FlowRow } from '#contract/flows/list.ts';
import { MAX_FLOWS_AT_ONCE } from '#contract/flows/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { TestPhonesDialog } from '#web/texts/trials/TestPhonesDialog.tsx';
import { ActionMenu, MenuDivider, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { BulkBar } from '#web/ui/lists/BulkBar.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useChangeFlows } from './use-flow-list.ts';
import { canGoLive, type FlowToStart } from '#web/flows/going-live/go-live.ts';
import { RefusedDialog } from './RefusedDialog.tsx';

type Props = {
  flows: readonly FlowRow[];
  /** Opens a common rehearsal. */
  onRehearse: () => void;
  /** Confirms the switch of these to live. */
  onGoLive: (flows: readonly FlowToStart[]) => void;
  /** Offers them to another cabinet. */
  onGive: () => void;
  onClear: () => void;
  /** Number of flows that match the filters, shown or not. */
  foundCount: number | undefined;
  /** Selects the flows that match the filters, up to the limit of one bulk change. */
  onChooseFound: () => Promise<void>;
};

/** Actions on all selected flows. */
export function FlowBulkBar({ flows, onRehearse, onGoLive, onGive, onClear, foundCount = 0, onChooseFound }: Props) {
  const t = useTexts();
  const isOwner = useCurrentUser().memberRole === 'owner';
  const [confirming, setConfirming] = useState(false);
  const [refused, setRefused] = useState<FlowOutcome[]>([]);
  const [isLoading, setLoading] = useState(false);
  const change = useChangeFlows(setRefused);
  const flowIds = flows.map(({ id }) => id);
  const isTooMany = flowIds.length > MAX_FLOWS_AT_ONCE;
  const isBusy = (...actions: string[]) => change.isPending && actions.includes(change.variables.change.action);
  const run = (action: 'pause' | 'continue' | 'delete' | 'test') => {
    if (isTooMany) return toast.warning({ title: t('flows:list.bulk.limit', { count: MAX_FLOWS_AT_ONCE }) });
    const request = action === 'test' ? { action: 'mode' as const, mode: action, flowIds } : { action, flowIds };
    return change.mutate({ change: request, onDone: onClear });
  };
  const done = () => {
    setConfirming(false);
    onClear();
  };
  const choosable = Math.min(foundCount, MAX_FLOWS_AT_ONCE);
  const chooseFound = async () => {
    setLoading(true);
    await onChooseFound();
    setLoading(false);
  };
  const testing = flows.filter(canGoLive);
  const confirm = (what: 'live' | 'phones') => {
    if (isTooMany) return toast.warning({ title: t('flows:list.bulk.limit', { count: MAX_FLOWS_AT_ONCE }) });
    return what === 'phones' ? setConfirming(true) : onGoLive(testing);
  };

  return (
    <>
      <BulkBar
        count={flows.length}
        onClear={onClear}
        more={
          choosable > flows.length && (
            <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={() => void chooseFound()}>
              {t(choosable < foundCount ? 'flows:list.bulk.choose_first' : 'flows:list.bulk.choose_all', {
                count: choosable,
              })}
            </Button>
          )
        }
      >
        <Button variant="default" size="compact-md" loading={isBusy('pause')} onClick={() => run('pause')}>
          {t('flows:pause')}
        </Button>
        <Button variant="default" size="compact-md" loading={isBusy('continue')} onClick={() => run('continue')}>
          {t('flows:continue')}
        </Button>
        {testing.length > 0 && (
          <Button size="compact-md" leftSection={<IconRocket size={16} />} onClick={() => confirm('live')}>
            {t('flows:go_live')}
          </Button>
        )}
        <ActionMenu
          position="top-end"
          target={
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconDots size={16} />}
              loading={isBusy('delete', 'mode')}
            >
              {t('flows:list.bulk.more')}
            </Button>
          }
        >
          <MenuItem onClick={onRehearse}>{t('flows:list.rehearse')}</MenuItem>
          <MenuItem onClick={() => run('test')}>{t('flows:go_test')}</MenuItem>
          <MenuItem onClick={() => confirm('phones')}>{t('flows:list.bulk.phones')}</MenuItem>
          {isOwner && <MenuItem onClick={onGive}>{t('flows:list.give')}</MenuItem>}
          <MenuDivider />
          <MenuItem color="bad" onClick={() => run('delete')}>
            {t('flows:delete')}
          </MenuItem>
        </ActionMenu>
      </BulkBar>
      {confirming && (
        <TestPhonesDialog
          selected={flows}
          submit={t('flows:list.bulk.phones_submit', { count: flowIds.length })}
          help={t('flows:test_phones_help')}
          onSubmit={(testPhones) =>
            change.mutateAsync({ change: { action: 'test_phones', flowIds, testPhones }, onDone: done })
          }
          onClose={() => setConfirming(false)}
        />
      )}
      {refused.length > 0 && <RefusedDialog refused={refused} onClose={() => setRefused([])} />}
    </>
  );
}
