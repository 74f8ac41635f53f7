import { ActionIcon, Button, Group, Select, Stack, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { CaseScript } from '#contract/assistants/cases.ts';
import {
  CASE_TURNS,
  CLIENT_MANNERS,
  LONGEST_CASE_GOAL,
  LONGEST_CASE_LINE,
  MAX_CASE_LINES,
} from '#contract/assistants/case-values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { type CaseFieldsProps, replaced, without } from './fields.ts';

const KINDS = ['client', 'lines'] as const;

/** The client's side: a model that plays a client, or prepared messages. */
export function ScriptFields({ settings: { script }, change, errorOf }: CaseFieldsProps) {
  const t = useTexts();
  const set = (changed: CaseScript) => change({ script: changed });
  return (
    <Stack gap="xs">
      <ChoiceBar
        label={t('cases:form.who')}
        value={script.kind}
        options={KINDS.map((value) => ({ value, label: t(`cases:who.${value}`) }))}
        onChange={(kind) => kind !== script.kind && set(otherKind(script))}
      />
      {script.kind === 'client' ? (
        <PlayedClient script={script} onChange={set} errorOf={errorOf} />
      ) : (
        <Messages script={script} onChange={set} errorOf={errorOf} />
      )}
    </Stack>
  );
}

/** The other way to write, with the words that there are. */
function otherKind(script: CaseScript): CaseScript {
  return script.kind === 'client'
    ? { kind: 'lines', lines: [script.goal] }
    : {
        kind: 'client',
        goal: (script.lines[0] ?? '').slice(0, LONGEST_CASE_GOAL),
        manner: 'plain',
        maxTurns: CASE_TURNS.default,
      };
}

type PartProps<Kind extends CaseScript['kind']> = Pick<CaseFieldsProps, 'errorOf'> & {
  script: Extract<CaseScript, { kind: Kind }>;
  onChange: (script: CaseScript) => void;
};

function PlayedClient({ script, onChange, errorOf }: PartProps<'client'>) {
  const t = useTexts();
  return (
    <>
      <Textarea
        label={t('cases:form.goal')}
        description={t('cases:form.goal_help')}
        autosize
        minRows={2}
        maxLength={LONGEST_CASE_GOAL}
        value={script.goal}
        error={errorOf('settings.script.goal')}
        onChange={({ currentTarget }) => onChange({ ...script, goal: currentTarget.value })}
      />
      <Select
        label={t('cases:form.manner')}
        allowDeselect={false}
        data={CLIENT_MANNERS.map((value) => ({ value, label: t(`cases:manner.${value}`) }))}
        value={script.manner}
        onChange={(value) => onChange({ ...script, manner: wordIn(CLIENT_MANNERS, value) ?? script.manner })}
      />
      <NumberField
        label={t('cases:form.turns')}
        min={CASE_TURNS.min}
        max={CASE_TURNS.max}
        value={script.maxTurns}
        error={errorOf('settings.script.maxTurns')}
        onChange={(maxTurns) => onChange({ ...script, maxTurns })}
      />
    </>
  );
}

function Messages({ script, onChange, errorOf }: PartProps<'lines'>) {
  const t = useTexts();
  const { lines } = script;
  const set = (changed: string[]) => onChange({ ...script, lines: changed });
  return (
    <>
      {lines.map((line, index) => (
        <Group key={index} align="flex-end" wrap="nowrap" gap="xs">
          <Textarea
            flex={1}
            label={t('cases:form.message', { number: index + 1 })}
            description={index === 0 ? t('cases:form.message_help') : undefined}
            autosize
            minRows={1}
            maxLength={LONGEST_CASE_LINE}
            value={line}
            error={errorOf(`settings.script.lines.${index}`)}
            onChange={({ currentTarget }) => set(replaced(lines, index, currentTarget.value))}
          />
          {lines.length > 1 && (
            <ActionIcon
              mb={4}
              aria-label={t('cases:form.remove_message', { number: index + 1 })}
              onClick={() => set(without(lines, index))}
            >
              <IconTrash size={18} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {lines.length < MAX_CASE_LINES && (
        <Group>
          <Button variant="default" size="compact-md" onClick={() => set([...lines, ''])}>
            {t('cases:form.add_message')}
          </Button>
        </Group>
      )}
    </>
  );
}
