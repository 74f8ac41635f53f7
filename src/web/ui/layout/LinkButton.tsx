import type { ReactNode } from 'react';
import classes from './LinkButton.module.css';

type Props = {
  onClick: () => void;
  children: ReactNode;
  'aria-label'?: string;
  /** For a button that unfolds what it names. */
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
};

/** Words or a number that open what stands behind them. */
export function LinkButton(props: Props) {
  return <button type="button" className={classes.opening} {...props} />;
}
