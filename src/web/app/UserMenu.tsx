import { Avatar, UnstyledButton } from '@mantine/core';
import { useTexts } from '#web/lib/i18n.ts';
import { useSession } from '#web/lib/session.ts';
import { OnDemand, onDemand } from '#web/ui/OnDemand.tsx';
import classes from './UserMenu.module.css';

const userMenu = onDemand(() => import('./UserMenuList.tsx').then((m) => m.UserMenuList));

/** The button of the person's own menu. */
export function UserMenu() {
  const t = useTexts();
  const session = useSession();
  if (!session.isAuthenticated) return null;
  const email = session.currentUserEmail;
  const initials = email.slice(0, 2).toUpperCase();
  return (
    <OnDemand
      content={userMenu}
      target={
        <UnstyledButton
          className={classes.target}
          aria-haspopup="menu"
          aria-label={`${initials}, ${t('app.account_menu')}: ${email}`}
        >
          <Avatar color="brand" size={34}>
            {initials}
          </Avatar>
        </UnstyledButton>
      }
    />
  );
}
