import { ActionIcon, Button, Group, Stack, Switch, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { FollowUpPlugin } from '#contract/assistants/settings.ts';
import { FOLLOW_UP_MINUTES, MAX_FOLLOW_UPS } from '#contract/assistants/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import type { PluginProps } from './PluginsPart.tsx';
import classes from './plugins.module.css';

type Step = FollowUpPlugin['steps'][number];

/** Messages to a client who does not answer the assistant. */
export function FollowUpFields({ plugin, onChange, errorOf }: PluginProps<'follow_up'>) {
  const t = useTexts();
  const steps = plugin?.steps ?? [];
  const set = (changed: Step[]) => onChange({ steps: changed });
  const first = (): Step => ({
    afterMinutes: FOLLOW_UP_MINUTES.default,
    text: t('assistants:follow_up.example'),
    isWritten: false,
  });
  return (
    <div className={classes.plugin}>
      <Switch
        label={t('assistants:follow_up.title')}
        description={t('assistants:follow_up.lead')}
        checked={plugin !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? { steps: [first()] } : null)}
      />
      {plugin && (
        <Stack className={classes.inner}>
          {steps.map((step, index) => (
            <StepCard
              key={index}
              number={index + 1}
              step={step}
              errorOf={(path) => errorOf(`steps.${index}.${path}`)}
              onChange={(changed) => set(steps.map((one, place) => (place === index ? changed : one)))}
              onRemove={() => set(steps.filter((_one, place) => place !== index))}
            />
          ))}
          {steps.length < MAX_FOLLOW_UPS && (
            <Button
              variant="default"
              className={classes.add}
              onClick={() => set([...steps, { afterMinutes: FOLLOW_UP_MINUTES.default, text: '', isWritten: false }])}
            >
              {t('assistants:follow_up.add')}
            </Button>
          )}
        </Stack>
      )}
    </div>
  );
}

type CardProps = {
  /** Its place among the messages, from 1. */
  number: number;
  step: Step;
  errorOf: (path: string) => string | undefined;
  onChange: (step: Step) => void;
  onRemove: () => void;
};

function StepCard({ number, step, errorOf, onChange, onRemove }: CardProps) {
  const t = useTexts();
  return (
    <div className={classes.card} role="group" aria-label={t('assistants:follow_up.message', { number })}>
      <Group align="flex-start" wrap="nowrap">
        <div className={classes.grows}>
          <NumberField
            label={t('assistants:follow_up.after')}
            min={FOLLOW_UP_MINUTES.min}
            max={FOLLOW_UP_MINUTES.max}
            value={step.afterMinutes}
            error={errorOf('afterMinutes')}
            onChange={(minutes) => onChange({ ...step, afterMinutes: minutes })}
          />
        </div>
        <ActionIcon aria-label={t('assistants:follow_up.remove', { number })} onClick={onRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      <Switch
        label={t('assistants:follow_up.written')}
        description={t('assistants:follow_up.written_help')}
        checked={step.isWritten}
        onChange={({ currentTarget }) => onChange({ ...step, isWritten: currentTarget.checked })}
      />
      <Textarea
        label={t('assistants:follow_up.text')}
        description={t('assistants:follow_up.text_help')}
        autosize
        minRows={1}
        value={step.text}
        error={errorOf('text')}
        onChange={({ currentTarget }) => onChange({ ...step, text: currentTarget.value })}
      />
    </div>
  );
}
