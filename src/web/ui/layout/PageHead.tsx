import { ActionIcon, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './PageHead.module.css';
import { useWords } from '#web/ui/words.tsx';

type Props = {
  title: ReactNode;
  /** One sentence: "3 working, next message today at 10:00". */
  state?: ReactNode;
  /** The one thing to do here. */
  action?: ReactNode;
  /** Shows "back": to the previous page, or to this path for a visitor from outside. */
  backTo?: string;
};

/** The top of a page: where am I, what is the state of things, what is there to do. */
export function PageHead({ title, state, action, backTo }: Props) {
  return (
    <header className={classes.head}>
      {backTo !== undefined && <Back to={backTo} />}
      <div className={classes.words}>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {state && (
          <Text c="dimmed" mt={4} component="div">
            {state}
          </Text>
        )}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </header>
  );
}

function Back({ to }: { to: string }) {
  const words = useWords();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <ActionIcon
      className={classes.back}
      aria-label={words('back')}
      onClick={() => (canGoBack ? router.history.back() : void router.navigate({ to }))}
    >
      <IconArrowLeft size={20} />
    </ActionIcon>
  );
}
