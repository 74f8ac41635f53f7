import { Button } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import { useState } from 'react';
import type { FlowRow } from '#contract/flows/list.ts';
import { flowSender } from '#web/flows/flow-sender.ts';
import { canGoLive, type FlowToStart } from '#web/flows/going-live/go-live.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { SenderBulkBar } from '#web/senders/list/SenderBulkBar.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { flowChanges } from './flow-changes.ts';

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
  const [isLoading, setLoading] = useState(false);
  const choosable = Math.min(foundCount, flowSender.max);
  const chooseFound = async () => {
    setLoading(true);
    await onChooseFound();
    setLoading(false);
  };
  const testing = flows.filter(canGoLive);
  return (
    <SenderBulkBar
      sender={flowSender}
      changes={flowChanges}
      selected={flows}
      onGive={onGive}
      onClear={onClear}
      more={
        choosable > flows.length && (
          <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={() => void chooseFound()}>
            {t(choosable < foundCount ? 'bulks:flows.choose_first' : 'bulks:flows.choose_all', { count: choosable })}
          </Button>
        )
      }
      buttons={({ unlessTooMany }) =>
        testing.length > 0 && (
          <Button
            size="compact-md"
            leftSection={<IconRocket size={16} />}
            onClick={() => unlessTooMany(() => onGoLive(testing))}
          >
            {t('attention:go_live')}
          </Button>
        )
      }
      entries={({ run }) => (
        <>
          <MenuItem onClick={onRehearse}>{t('flows:list.rehearse')}</MenuItem>
          <MenuItem onClick={() => run({ action: 'mode', mode: 'test' })}>{t('flows:go_test')}</MenuItem>
        </>
      )}
    />
  );
}
