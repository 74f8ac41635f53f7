import { lazy, Suspense } from 'react';
import type { ComponentProps } from 'react';

const RehearsalDialog = lazy(async () => ({ default: (await import('./RehearsalDialog.tsx')).RehearsalDialog }));

type Props = Omit<ComponentProps<typeof RehearsalDialog>, 'of'> & {
  /** Null: it is closed. */
  of: ComponentProps<typeof RehearsalDialog>['of'] | null;
};

/** The question before a rehearsal, loaded when somebody wants one. */
export function OpenRehearsalDialog({ of, ...props }: Props) {
  return <Suspense>{of !== null && <RehearsalDialog of={of} {...props} />}</Suspense>;
}

/** The dialog for rooms below this one. */
export const openRehearsalDialog = (props: Props) => <OpenRehearsalDialog {...props} />;
