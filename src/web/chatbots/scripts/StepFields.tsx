import { ActionIcon, Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ScriptStep } from '#contract/chatbots/scripts.ts';
import {
  LONGEST_SCRIPT_BUTTON,
  LONGEST_SCRIPT_REASON,
  LONGEST_SCRIPT_WAIT_SECONDS,
  MAX_SCRIPT_BUTTONS,
  SCRIPT_VARIABLES,
} from '#contract/chatbots/values.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LanguageTexts, type TextChoice } from '#web/texts/editor/LanguageTexts.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { newKey, newStep } from './script-edits.ts';
import { StepSelect } from './StepSelect.tsx';

type Of<Kind extends ScriptStep['kind']> = Extract<ScriptStep, { kind: Kind }>;
type Fields<Step extends ScriptStep> = {
  step: Step;
  steps: readonly ScriptStep[];
  shown: TextChoice;
  errorOf: (path: string) => string | undefined;
  /** @param added steps that are put after the others */
  onChange: (step: Step, added?: ScriptStep[]) => void;
};

/** The fields of one step. */
export function StepFields({ step, ...fields }: Fields<ScriptStep>) {
  const t = useTexts();
  switch (step.kind) {
    case 'message':
      return <MessageFields {...fields} step={step} />;
    case 'branch':
      return (
        <>
          <Words {...fields} texts={step.texts} onChange={(texts) => fields.onChange({ ...step, texts })} />
          <Text size="sm" c="dimmed" mt={6}>
            {t('chatbots:script.branch_help')}
          </Text>
        </>
      );
    case 'wait':
      return <WaitFields {...fields} step={step} />;
    case 'go':
      return (
        <StepSelect
          label={t('chatbots:script.goes_to')}
          steps={fields.steps.filter(({ id }) => id !== step.id)}
          value={step.stepId}
          empty={t('chatbots:script.choose')}
          onChange={(stepId) => fields.onChange({ ...step, stepId })}
        />
      );
    case 'person':
      return <PersonFields {...fields} step={step} />;
    default:
      return (
        <Text size="sm" c="dimmed">
          {t(`chatbots:script.${step.kind}_help`)}
        </Text>
      );
  }
}

type WordsProps = Pick<Fields<ScriptStep>, 'shown' | 'errorOf'> & {
  texts: TextContent['texts'];
  onChange: (texts: TextContent['texts']) => void;
};

function Words({ texts, shown, errorOf, onChange }: WordsProps) {
  const t = useTexts();
  return (
    <LanguageTexts
      label={t('chatbots:script.text')}
      texts={texts}
      shown={shown}
      offered={SCRIPT_VARIABLES}
      errorOf={(language) => errorOf(`texts.${language}`)}
      onChange={onChange}
    />
  );
}

function MessageFields({ step, steps, onChange, ...fields }: Fields<Of<'message'>>) {
  const t = useTexts();
  const { buttons } = step;
  const change = (n: number, changed: Partial<(typeof buttons)[number]>, added?: ScriptStep[]) =>
    onChange({ ...step, buttons: buttons.map((one, place) => (place === n ? { ...one, ...changed } : one)) }, added);
  const leadToNew = (n: number) => {
    const added = newStep('message', newKey(steps));
    change(n, { stepId: added.id }, [added]);
  };
  return (
    <Stack gap="xs">
      <Words {...fields} texts={step.texts} onChange={(texts) => onChange({ ...step, texts })} />
      {buttons.map(({ id, title, stepId }, n) => (
        <Group key={id} gap="xs" align="flex-end">
          <TextInput
            flex="1 1 7rem"
            label={t('chatbots:script.button', { number: n + 1 })}
            maxLength={LONGEST_SCRIPT_BUTTON}
            value={title}
            error={fields.errorOf(`buttons.${n}.title`)}
            onChange={({ currentTarget }) => change(n, { title: currentTarget.value })}
          />
          <div style={{ flex: '1 1 7rem' }}>
            <StepSelect
              label={t('chatbots:script.leads_to', { number: n + 1 })}
              steps={steps}
              value={stepId}
              empty={t('chatbots:script.choose')}
              onChange={(target) => change(n, { stepId: target })}
              onNew={() => leadToNew(n)}
            />
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('chatbots:script.remove_button', { number: n + 1 })}
            onClick={() => onChange({ ...step, buttons: buttons.filter((one) => one.id !== id) })}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      {buttons.length < MAX_SCRIPT_BUTTONS && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange({ ...step, buttons: [...buttons, { id: newKey(steps), title: '', stepId: null }] })}
        >
          {t('chatbots:script.add_button')}
        </Button>
      )}
    </Stack>
  );
}

const UNITS = { seconds: 1, minutes: 60 } as const;

function WaitFields({ step, onChange }: Fields<Of<'wait'>>) {
  const t = useTexts();
  const unit = step.seconds % UNITS.minutes === 0 ? 'minutes' : 'seconds';
  const size = UNITS[unit];
  return (
    <>
      <Group grow align="flex-end">
        <NumberField
          label={t('chatbots:script.wait_length')}
          value={step.seconds / size}
          min={1}
          max={LONGEST_SCRIPT_WAIT_SECONDS / size}
          onChange={(length) => onChange({ ...step, seconds: length * size })}
        />
        <NativeSelect
          aria-label={t('chatbots:script.wait_unit')}
          value={unit}
          data={(['seconds', 'minutes'] as const).map((one) => ({ value: one, label: t(`chatbots:script.${one}`) }))}
          onChange={({ currentTarget }) =>
            onChange({ ...step, seconds: currentTarget.value === 'minutes' ? UNITS.minutes : 30 })
          }
        />
      </Group>
      <Text size="sm" c="dimmed" mt={6}>
        {t('chatbots:script.wait_help')}
      </Text>
    </>
  );
}

function PersonFields({ step, onChange, ...fields }: Fields<Of<'person'>>) {
  const t = useTexts();
  return (
    <Stack gap="xs">
      <TextInput
        label={t('chatbots:script.reason')}
        description={t('chatbots:script.reason_help')}
        maxLength={LONGEST_SCRIPT_REASON}
        value={step.reason}
        onChange={({ currentTarget }) => onChange({ ...step, reason: currentTarget.value })}
      />
      <Switch
        label={t('chatbots:script.person_text')}
        checked={step.texts !== null}
        onChange={({ currentTarget }) =>
          onChange({ ...step, texts: currentTarget.checked ? { default: t('chatbots:script.starter.person') } : null })
        }
      />
      {step.texts && <Words {...fields} texts={step.texts} onChange={(texts) => onChange({ ...step, texts })} />}
    </Stack>
  );
}
