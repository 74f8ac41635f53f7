import { Button, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import classes from './Wizard.module.css';
import { useWords } from './words.tsx';

type Step = {
  key: string;
  label: string;
  /** The one question of the step. */
  question: string;
  content: ReactNode;
  /** Why one cannot go on yet; stands beside the button. */
  blockedBy?: string;
  /** Left out where skipping does harm. */
  onSkip?: () => void;
  nextLabel?: string;
};

type Props = {
  steps: Step[];
  /** Index of the step that is shown; the room keeps it, so that it can be resumed. */
  current: number;
  isBusy?: boolean;
  onBack: () => void;
  onNext: () => void;
};

/** A way of at most four steps, each with one question. */
export function Wizard({ steps, current, isBusy, onBack, onNext }: Props) {
  const words = useWords();
  const reasonId = useId();
  const step = steps[current];
  if (!step) return null;
  const isLast = current === steps.length - 1;

  return (
    <section className={classes.wizard}>
      <ol className={classes.steps} aria-label={words('step_of', { step: current + 1, steps: steps.length })}>
        {steps.map(({ key, label }, index) => (
          <li
            key={key}
            className={classes.step}
            data-state={stateOf(index, current)}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={classes.number}>{index < current ? <IconCheck size={16} stroke={2.5} /> : index + 1}</span>
            <span className={classes.label}>{label}</span>
          </li>
        ))}
      </ol>
      <Title order={2} mb="md">
        {step.question}
      </Title>
      {step.content}
      <div className={classes.actions}>
        {current > 0 && (
          <Button variant="default" onClick={onBack}>
            {words('back')}
          </Button>
        )}
        <span className={classes.gap} />
        {step.blockedBy && (
          <Text size="sm" c="dimmed" id={reasonId}>
            {step.blockedBy}
          </Text>
        )}
        {step.onSkip && (
          <Button variant="subtle" color="gray" onClick={step.onSkip}>
            {words('skip')}
          </Button>
        )}
        <Button
          onClick={onNext}
          loading={isBusy}
          disabled={step.blockedBy !== undefined}
          aria-describedby={step.blockedBy ? reasonId : undefined}
        >
          {step.nextLabel ?? words(isLast ? 'done' : 'next')}
        </Button>
      </div>
    </section>
  );
}

function stateOf(index: number, current: number): 'done' | 'current' | 'ahead' {
  if (index === current) return 'current';
  return index < current ? 'done' : 'ahead';
}
