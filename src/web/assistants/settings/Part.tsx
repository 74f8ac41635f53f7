import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '#web/assistants/page/page.module.css';

type Props = { title: string; lead?: string; children: ReactNode };

/** A part of the settings under its heading. */
export function Part({ title, lead, children }: Props) {
  return (
    <section className={classes.part} aria-label={title}>
      <div>
        <Title order={2}>{title}</Title>
        {lead && (
          <Text c="dimmed" size="sm" mt={2}>
            {lead}
          </Text>
        )}
      </div>
      {children}
    </section>
  );
}
