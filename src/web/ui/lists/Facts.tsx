import type { ReactNode } from 'react';
import classes from './Facts.module.css';

type Props = { facts: { label: ReactNode; value: ReactNode }[] };

/** A few named values side by side; they wrap on a phone. */
export function Facts({ facts }: Props) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
