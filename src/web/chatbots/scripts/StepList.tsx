import { ActionIcon, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { Script, ScriptStep } from '#contract/chatbots/scripts.ts';
import { MAX_SCRIPT_STEPS, SCRIPT_STEPS } from '#contract/chatbots/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { TextChoice } from '#web/texts/editor/LanguageTexts.tsx';
import { ActionMenu, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { movedStep, newKey, newStep, withoutStep } from './script-edits.ts';
import { StepFields } from './StepFields.tsx';
import { useStepName } from './StepSelect.tsx';

type Props = {
  script: Script;
  shown: TextChoice;
  errorOf: (path: string) => string | undefined;
  onChange: (change: Partial<Script>) => void;
};

/** The steps of a bot in their order. */
export function StepList({ script, shown, errorOf, onChange }: Props) {
  const t = useTexts();
  const { steps } = script;
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} size="h4">
          {t('chatbots:script.steps')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('chatbots:script.steps_help')}
        </Text>
      </div>
      {steps.map((step, n) => (
        <Paper key={step.id} withBorder p="sm">
          <StepHead script={script} n={n} step={step} onChange={onChange} />
          <StepFields
            step={step}
            steps={steps}
            shown={shown}
            errorOf={(path) => errorOf(`settings.steps.${n}.${path}`)}
            onChange={(changed, added = []) =>
              onChange({ steps: [...steps.map((one) => (one.id === step.id ? changed : one)), ...added] })
            }
          />
        </Paper>
      ))}
      {steps.length < MAX_SCRIPT_STEPS && (
        <ActionMenu
          position="bottom-start"
          target={
            <Button variant="default" leftSection={<IconPlus size={18} />} style={{ alignSelf: 'flex-start' }}>
              {t('chatbots:script.add_step')}
            </Button>
          }
        >
          {SCRIPT_STEPS.map((kind) => (
            <MenuItem key={kind} onClick={() => onChange({ steps: [...steps, newStep(kind, newKey(steps))] })}>
              {t(`chatbots:script.step.${kind}`)}
            </MenuItem>
          ))}
        </ActionMenu>
      )}
    </Stack>
  );
}

type HeadProps = Pick<Props, 'script' | 'onChange'> & { step: ScriptStep; n: number };

function StepHead({ script, step, n, onChange }: HeadProps) {
  const t = useTexts();
  const title = useStepName()(step, n);
  const { steps } = script;
  const short = `${n + 1}. ${t(`chatbots:script.step.${step.kind}`)}`;
  return (
    <Group justify="space-between" wrap="nowrap" mb={4}>
      <Text fw={550}>{short}</Text>
      <Group gap={2} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={n === 0}
          aria-label={t('chatbots:script.up', { title })}
          onClick={() => onChange({ steps: movedStep(steps, n, n - 1) })}
        >
          <IconArrowUp size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={n === steps.length - 1}
          aria-label={t('chatbots:script.down', { title })}
          onClick={() => onChange({ steps: movedStep(steps, n, n + 1) })}
        >
          <IconArrowDown size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('chatbots:script.remove_step', { title })}
          onClick={() => onChange(withoutStep(script, step.id))}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    </Group>
  );
}
