import {
  IconChartFunnel,
  IconCopy,
  IconListSearch,
  IconMessageOff,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackPrev,
  IconRocket,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { isForOwner } from '#contract/flows/kinds.ts';
import type { FlowRow } from '#contract/flows/list.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { MenuDivider, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { canGoLive, goLiveKey } from '#web/flows/going-live/go-live.ts';
import { useContinueFlow, useDeleteFlow, useDuplicateFlow, usePauseFlow } from '#web/flows/use-flows.ts';

type Props = {
  flow: FlowRow;
  /** Opens its rehearsal. */
  onRehearse: () => void;
  /** Confirms its switch to live. */
  onGoLive: () => void;
  /** Offers it to another cabinet. */
  onGive: () => void;
};

/** Actions on one flow. */
export function FlowMenu({ flow, onRehearse, onGoLive, onGive }: Props) {
  const t = useTexts();
  const navigate = useNavigate();
  const isOwner = useCurrentUser().memberRole === 'owner';
  const pause = usePauseFlow();
  const resume = useContinueFlow();
  const duplicate = useDuplicateFlow();
  const remove = useDeleteFlow();
  const canContinue = flow.status === 'pause' || flow.status === 'error' || flow.status === 'unavailable';
  return (
    <>
      {canGoLive(flow) && (
        <MenuItem leftSection={<IconRocket size={16} />} onClick={onGoLive}>
          {t(goLiveKey(flow.kind))}
        </MenuItem>
      )}
      {flow.status === 'working' && (
        <MenuItem leftSection={<IconPlayerPause size={16} />} onClick={() => pause.mutate(flow.id)}>
          {t('flows:pause')}
        </MenuItem>
      )}
      {canContinue && (
        <MenuItem leftSection={<IconPlayerPlay size={16} />} onClick={() => resume.mutate(flow.id)}>
          {t('flows:continue')}
        </MenuItem>
      )}
      <MenuItem
        leftSection={<IconPencil size={16} />}
        onClick={() => void navigate({ to: '/flows/edit/$workflowId/{-$step}', params: { workflowId: flow.id } })}
      >
        {t('attention:edit')}
      </MenuItem>
      {!isForOwner(flow.kind) && (
        <MenuItem leftSection={<IconPlayerTrackPrev size={16} />} onClick={onRehearse}>
          {t('flows:list.rehearse')}
        </MenuItem>
      )}
      <MenuItem
        leftSection={<IconListSearch size={16} />}
        onClick={() => void navigate({ to: '/insights/message-logs', search: { senderId: flow.id } })}
      >
        {t('attention:log')}
      </MenuItem>
      <MenuItem
        leftSection={<IconMessageOff size={16} />}
        onClick={() => void navigate({ to: '/insights/skips', search: { senderId: flow.id } })}
      >
        {t('app:menu.skips')}
      </MenuItem>
      {!isForOwner(flow.kind) && (
        <MenuItem
          leftSection={<IconChartFunnel size={16} />}
          onClick={() => void navigate({ to: '/insights/conversion', search: { flowId: flow.id } })}
        >
          {t('flows:list.conversion')}
        </MenuItem>
      )}
      <MenuItem leftSection={<IconCopy size={16} />} onClick={() => duplicate.mutate(flow.id)}>
        {t('flows:duplicate')}
      </MenuItem>
      {isOwner && (
        <MenuItem leftSection={<IconSend size={16} />} onClick={onGive}>
          {t('attention:list.give')}
        </MenuItem>
      )}
      <MenuDivider />
      <MenuItem color="bad" leftSection={<IconTrash size={16} />} onClick={() => remove.mutate(flow)}>
        {t('flows:delete')}
      </MenuItem>
    </>
  );
}
