import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RowLink } from '#web/ui/lists/list.ts';
import classes from './StepLinks.module.css';

type Step = {
  key: string;
  label: string;
  link: RowLink;
  /** Something in it is wrong. */
  isWrong?: boolean;
  /** Beside the name, e.g. how much is missing. */
  note?: ReactNode;
};

type Props = { label: string; current: string; steps: readonly Step[] };

/** Numbered steps of an editor; each has an address of its own. */
export function StepLinks({ label, current, steps }: Props) {
  return (
    <nav className={classes.steps} aria-label={label}>
      {steps.map((step, index) => (
        <Link
          key={step.key}
          {...step.link}
          replace
          className={classes.step}
          aria-current={step.key === current ? 'step' : undefined}
          data-current={step.key === current || undefined}
          data-wrong={step.isWrong || undefined}
        >
          <span className={classes.number}>{index + 1}</span>
          {step.label}
          {step.note}
        </Link>
      ))}
    </nav>
  );
}
