import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import classes from './Loading.module.css';
import { useWords } from '#web/ui/words.tsx';

/** Quicker answers are shown without a skeleton in between. */
const PATIENCE_MS = 150;

type Props = {
  /** The page's final geometry; a page head with a list when left out. */
  children?: ReactNode;
};

/** Stands where something is being loaded. Nothing is drawn at first, then a skeleton in the final geometry. */
export function Loading({ children }: Props) {
  const words = useWords();
  const isLong = useIsLong();
  return (
    <div aria-busy="true" className={classes.box} data-shown={isLong || undefined}>
      <VisuallyHidden role="status">{isLong ? words('loading') : ''}</VisuallyHidden>
      {children ?? <PageSkeleton />}
    </div>
  );
}

/** Skeleton of rows of text, for lists inside a page. */
export function RowsSkeleton({ rows = 6 }: { rows?: number }) {
  return Array.from({ length: rows }, (_, index) => <Skeleton key={index} height={52} mt={index > 0 ? 8 : 0} />);
}

function PageSkeleton() {
  return (
    <>
      <Skeleton height={34} width={220} />
      <Skeleton height={16} width={320} maw="80%" mt={10} mb={24} />
      <RowsSkeleton />
    </>
  );
}

function useIsLong(): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}
