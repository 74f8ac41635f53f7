import { IconCopy, IconListSearch, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Flow } from '#contract/flows.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { MenuDivider, MenuItem } from '#web/ui/ActionMenu.tsx';
import { useContinueFlow, useDeleteFlow, useDuplicateFlow, usePauseFlow } from './use-flows.ts';

/** What can be done with one flow. */
export function FlowMenu({ flow }: { flow: Flow }) {
  const t = useTexts();
  const navigate = useNavigate();
  const pause = usePauseFlow();
  const resume = useContinueFlow();
  const duplicate = useDuplicateFlow();
  const remove = useDeleteFlow();
  const canContinue = flow.status === 'pause' || flow.status === 'error';
  return (
    <>
      {flow.status === 'working' && (
        <MenuItem leftSection={<IconPlayerPause size={16} />} onClick={() => pause.mutate(flow.id)}>
          {t('flows.pause')}
        </MenuItem>
      )}
      {canContinue && (
        <MenuItem leftSection={<IconPlayerPlay size={16} />} onClick={() => resume.mutate(flow.id)}>
          {t('flows.continue')}
        </MenuItem>
      )}
      <MenuItem
        leftSection={<IconPencil size={16} />}
        onClick={() => void navigate({ to: '/flows/edit/$workflowId/{-$step}', params: { workflowId: flow.id } })}
      >
        {t('flows.edit')}
      </MenuItem>
      <MenuItem
        leftSection={<IconListSearch size={16} />}
        onClick={() => void navigate({ to: '/insights/message-logs', search: { flowId: flow.id } })}
      >
        {t('flows.log')}
      </MenuItem>
      <MenuItem leftSection={<IconCopy size={16} />} onClick={() => duplicate.mutate(flow.id)}>
        {t('flows.duplicate')}
      </MenuItem>
      <MenuDivider />
      <MenuItem color="bad" leftSection={<IconTrash size={16} />} onClick={() => remove.mutate(flow)}>
        {t('flows.delete')}
      </MenuItem>
    </>
  );
}
