import type { ReactNode } from 'react';
import classes from './FullPage.module.css';
import { HeadingOrder } from './heading-order.ts';

/** A page that is nothing but one message in its middle. */
export function FullPage({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page}>
      <HeadingOrder value={1}>{children}</HeadingOrder>
    </main>
  );
}
