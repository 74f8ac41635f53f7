import { IconCheck, IconUserOff } from '@tabler/icons-react';
import type { MemberId } from '#contract/tenants/ids.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { MenuDivider, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { useColleagues } from '#web/conversations/use-conversation-work.ts';
import classes from './menu.module.css';

type Props = { assigneeId: MemberId | null; onAssign: (memberId: MemberId | null) => void };

/** Members to choose from, the caller first. */
export function AssignItems({ assigneeId, onAssign }: Props) {
  const t = useTexts();
  const me = useCurrentUser();
  const colleagues = useColleagues();
  return (
    <>
      {(colleagues.data ?? []).map(({ id, name, isOnDuty }) => (
        <MenuItem
          key={id}
          leftSection={<span className={classes.duty} data-on={isOnDuty || undefined} aria-hidden />}
          rightSection={id === assigneeId && <IconCheck size={16} />}
          onClick={() => onAssign(id)}
        >
          {id === me.id ? t('conversations:work.to_me') : name}
          {isOnDuty && <span className={classes.hidden}> {t('conversations:work.on_duty')}</span>}
        </MenuItem>
      ))}
      {assigneeId !== null && (
        <>
          <MenuDivider />
          <MenuItem leftSection={<IconUserOff size={16} />} onClick={() => onAssign(null)}>
            {t('conversations:work.to_nobody')}
          </MenuItem>
        </>
      )}
    </>
  );
}
