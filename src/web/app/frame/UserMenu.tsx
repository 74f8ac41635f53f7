import { UnstyledButton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useSession } from '#web/lib/api/session.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ActionMenu } from '#web/ui/lists/ActionMenu.tsx';
import classes from './UserMenu.module.css';

const loadItems = () => import('./UserMenuItems.tsx');
const UserMenuItems = lazy(async () => ({ default: (await loadItems()).UserMenuItems }));

/** Menu of the signed-in member: profile, settings, sign-out. Its items load when it is about to be opened. */
export function UserMenu({ onKeys }: { onKeys: () => void }) {
  const t = useTexts();
  const session = useSession();
  if (!session.isAuthenticated) return null;
  const { currentUserEmail: email } = session;
  const initials = email.slice(0, 2).toUpperCase();
  return (
    <ActionMenu
      width={280}
      target={
        <UnstyledButton
          className={classes.target}
          aria-label={`${initials}, ${t('app:account_menu')}: ${email}`}
          onPointerEnter={() => void loadItems()}
          onFocus={() => void loadItems()}
        >
          <span className={classes.initials}>{initials}</span>
        </UnstyledButton>
      }
    >
      <Suspense>
        <UserMenuItems onKeys={onKeys} />
      </Suspense>
    </ActionMenu>
  );
}
