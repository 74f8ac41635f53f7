import {
  IconChartBar,
  IconChartFunnel,
  IconArrowBackUp,
  IconCopy,
  IconListSearch,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRocket,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { MailingRow } from '#contract/mailings/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { MenuDivider, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { useDeleteMailing, useDuplicateMailing, useRestoreMailing } from '#web/mailings/use-mailings.ts';
import { useMoveMailing } from '#web/mailings/runs/use-runs.ts';

/** Actions on one mailing. */
export function MailingMenu({ mailing, onGive }: { mailing: MailingRow; onGive: () => void }) {
  const isOwner = useCurrentUser().memberRole === 'owner';
  const t = useTexts();
  const navigate = useNavigate();
  const canOpen = useCanOpen();
  const duplicate = useDuplicateMailing();
  const remove = useDeleteMailing();
  const move = useMoveMailing();
  const restore = useRestoreMailing();
  const { id, status } = mailing;
  const isDeleted = mailing.deletedAt !== null;
  return (
    <>
      <MenuItem
        leftSection={<IconPencil size={16} />}
        onClick={() => void navigate({ to: '/distributions/edit/$mailingId/{-$step}', params: { mailingId: id } })}
      >
        {t('mailings:open')}
      </MenuItem>
      {mailing.startedAt && (
        <MenuItem
          leftSection={<IconChartBar size={16} />}
          onClick={() => void navigate({ to: '/distributions/results/$mailingId', params: { mailingId: id } })}
        >
          {t('mailings:open_results')}
        </MenuItem>
      )}
      {mailing.startedAt && canOpen('/insights/conversion') && (
        <MenuItem
          leftSection={<IconChartFunnel size={16} />}
          onClick={() => void navigate({ to: '/insights/conversion', search: { flowId: id } })}
        >
          {t('flows:list.conversion')}
        </MenuItem>
      )}
      {!isDeleted && status === 'none' && (
        <MenuItem
          leftSection={<IconRocket size={16} />}
          onClick={() =>
            void navigate({
              to: '/distributions/edit/$mailingId/{-$step}',
              params: { mailingId: id, step: 'check' },
            })
          }
        >
          {t('mailings:to_start')}
        </MenuItem>
      )}
      {!isDeleted && (status === 'working' || status === 'waiting') && (
        <MenuItem
          leftSection={<IconPlayerPause size={16} />}
          onClick={() => move.mutate({ mailingId: id, step: 'pause' })}
        >
          {t('flows:pause')}
        </MenuItem>
      )}
      {!isDeleted && (status === 'pause' || status === 'error' || status === 'unavailable') && (
        <MenuItem
          leftSection={<IconPlayerPlay size={16} />}
          onClick={() => move.mutate({ mailingId: id, step: 'continue' })}
        >
          {t('flows:continue')}
        </MenuItem>
      )}
      <MenuItem
        leftSection={<IconListSearch size={16} />}
        onClick={() => void navigate({ to: '/insights/message-logs', search: { senderId: id } })}
      >
        {t('mailings:log')}
      </MenuItem>
      <MenuItem leftSection={<IconCopy size={16} />} onClick={() => duplicate.mutate(id)}>
        {t('flows:duplicate')}
      </MenuItem>
      {isOwner && !isDeleted && (
        <MenuItem leftSection={<IconSend size={16} />} onClick={onGive}>
          {t('attention:list.give')}
        </MenuItem>
      )}
      <MenuDivider />
      {isDeleted ? (
        <MenuItem leftSection={<IconArrowBackUp size={16} />} onClick={() => restore.mutate(id)}>
          {t('mailings:record.restore')}
        </MenuItem>
      ) : (
        <MenuItem color="bad" leftSection={<IconTrash size={16} />} onClick={() => remove.mutate(mailing)}>
          {t('flows:delete')}
        </MenuItem>
      )}
    </>
  );
}
