import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCanOpen } from './paths.ts';

type Props = {
  to: string;
  search?: Record<string, string>;
  className?: string | undefined;
  children: ReactNode;
  /** Marks for styles, e.g. `data-past`. */
  [data: `data-${string}`]: boolean | undefined;
};

/** A row or tile that leads to a page; plain where the person cannot open it. */
export function PageLink({ to, search, ...props }: Props) {
  const canOpen = useCanOpen();
  if (!canOpen(to)) return <div {...props} />;
  return <Link to={to} {...(search && { search })} {...props} />;
}
