import { IconArrowBackUp, IconCopy, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { AssistantRow } from '#contract/assistants/calls.ts';
import {
  useDeleteAssistant,
  useDuplicateAssistant,
  useRestoreAssistant,
  useSwitchAssistant,
} from '#web/assistants/use-assistants.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { MenuDivider, MenuItem } from '#web/ui/lists/ActionMenu.tsx';

/** Actions on an assistant of the list. */
export function RowItems({ assistant }: { assistant: AssistantRow }) {
  const t = useTexts();
  const navigate = useNavigate();
  const turn = useSwitchAssistant();
  const duplicate = useDuplicateAssistant();
  const restore = useRestoreAssistant();
  const remove = useDeleteAssistant();
  const { id, status, deletedAt, publishedVersion } = assistant;
  const open = (assistantId: string) => void navigate({ to: '/flowCopilotBots/$assistantId', params: { assistantId } });
  if (deletedAt !== null) {
    return (
      <MenuItem leftSection={<IconArrowBackUp size={18} />} onClick={() => restore.mutate(id)}>
        {t('assistants:menu.restore')}
      </MenuItem>
    );
  }
  const isOn = status === 'on';
  return (
    <>
      <MenuItem leftSection={<IconPencil size={18} />} onClick={() => open(id)}>
        {t('assistants:menu.open')}
      </MenuItem>
      {publishedVersion !== null && (
        <MenuItem
          leftSection={isOn ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
          onClick={() => turn.mutate({ id, isOn: !isOn })}
        >
          {t(isOn ? 'assistants:menu.off' : 'assistants:menu.on')}
        </MenuItem>
      )}
      <MenuItem leftSection={<IconCopy size={18} />} onClick={() => duplicate.mutate(id)}>
        {t('assistants:menu.duplicate')}
      </MenuItem>
      <MenuDivider />
      <MenuItem leftSection={<IconTrash size={18} />} onClick={() => remove.mutate(assistant)}>
        {t('assistants:menu.delete')}
      </MenuItem>
    </>
  );
}
