import { Card, Progress, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '#web/ui/words.tsx';
import classes from './StepCard.module.css';

export type CardStep = { key: string; title: string; isDone: boolean };

type Props = {
  title: string;
  /** Beside the number of the step. */
  note?: string | undefined;
  steps: readonly CardStep[];
  /** The content of the next step, below its name. */
  children: ReactNode;
};

/** The way to a first result in numbered steps; the first that is not done comes next. */
export function StepCard({ title, note, steps, children }: Props) {
  const words = useWords();
  const done = steps.filter(({ isDone }) => isDone).length;
  const at = steps.findIndex(({ isDone }) => !isDone);
  const next = steps[at];
  return (
    <Card component="section" className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {[words('step_of', { step: at + 1, steps: steps.length }), note].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Progress value={(done / steps.length) * 100} size="sm" aria-label={title} />
      <ol className={classes.steps}>
        {steps.map((one, index) => (
          <li
            key={one.key}
            className={classes.step}
            data-done={one.isDone || undefined}
            aria-current={one === next ? 'step' : undefined}
          >
            <span className={classes.mark}>
              {one.isDone ? <IconCheck size={16} stroke={2.4} role="img" aria-label={words('done')} /> : index + 1}
            </span>
            <div className={classes.words}>
              <Text fw={one === next ? 600 : 450} className={classes.title}>
                {one.title}
              </Text>
              {one === next && children}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
