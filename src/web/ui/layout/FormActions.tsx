import type { ReactNode } from 'react';
import classes from './FormActions.module.css';

type Props = {
  children: ReactNode;
  /** In dialogs they stand at the end, elsewhere under the fields' beginning. */
  isDialog?: boolean;
};

/** The buttons under a form; on a phone they take its whole width. */
export function FormActions({ children, isDialog }: Props) {
  return (
    <div className={classes.actions} data-dialog={isDialog || undefined}>
      {children}
    </div>
  );
}
