import { Card, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from '#web/quality/quality.module.css';

type Props = {
  title: string;
  /** Beside the title: a count, a period. */
  aside?: ReactNode;
  children: ReactNode;
};

/** One card of the page, with its name. */
export function HomeCard({ title, aside, children }: Props) {
  const id = useId();
  return (
    <Card component="section" padding={0} aria-labelledby={id}>
      <header className={classes.head}>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {aside}
      </header>
      {children}
    </Card>
  );
}
