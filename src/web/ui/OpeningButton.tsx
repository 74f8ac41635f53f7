import type { ReactNode } from 'react';
import classes from './OpeningButton.module.css';

type Props = { onClick: () => void; children: ReactNode; 'aria-label'?: string };

/** Words or a number that open what stands behind them. */
export function OpeningButton(props: Props) {
  return <button type="button" className={classes.opening} {...props} />;
}
