import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A titled part of a page of figures. */
export function FigureSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  );
}
