import { ActionIcon, Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ScriptStep, ScriptTrigger, WorkWeek } from '#contract/chatbots/scripts.ts';
import { MAX_SCRIPT_TRIGGERS, SCRIPT_TRIGGERS } from '#contract/chatbots/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { SendingDays } from '#web/lib/forms/SendingHours.tsx';
import { TagsField } from '#web/ui/fields/TagsField.tsx';
import { ActionMenu, MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { newTrigger } from './script-edits.ts';
import { StepSelect } from './StepSelect.tsx';

type Props = {
  triggers: readonly ScriptTrigger[];
  steps: readonly ScriptStep[];
  errorOf: (path: string) => string | undefined;
  onChange: (triggers: ScriptTrigger[]) => void;
};

/** The messages that start a bot. */
export function TriggerList({ triggers, steps, errorOf, onChange }: Props) {
  const t = useTexts();
  const isOnce = (kind: ScriptTrigger['kind']) => kind === 'first_message' || kind === 'outside_hours';
  const offered = SCRIPT_TRIGGERS.filter((kind) => !isOnce(kind) || !triggers.some((one) => one.kind === kind));
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} size="h4">
          {t('chatbots:script.triggers')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('chatbots:script.triggers_help')}
        </Text>
      </div>
      {triggers.map((trigger, n) => (
        <Paper key={n} withBorder p="sm">
          <Group justify="space-between" wrap="nowrap" mb={4}>
            <Text fw={550}>{t(`chatbots:script.trigger.${trigger.kind}`)}</Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('chatbots:script.remove_trigger', { title: t(`chatbots:script.trigger.${trigger.kind}`) })}
              onClick={() => onChange(triggers.filter((_, place) => place !== n))}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
          <TriggerFields
            trigger={trigger}
            steps={steps}
            errorOf={(path) => errorOf(`settings.triggers.${n}.${path}`)}
            onChange={(changed) => onChange(triggers.map((one, place) => (place === n ? changed : one)))}
          />
        </Paper>
      ))}
      {triggers.length < MAX_SCRIPT_TRIGGERS && (
        <ActionMenu
          position="bottom-start"
          target={
            <Button variant="default" leftSection={<IconPlus size={18} />} style={{ alignSelf: 'flex-start' }}>
              {t('chatbots:script.add_trigger')}
            </Button>
          }
        >
          {offered.map((kind) => (
            <MenuItem key={kind} onClick={() => onChange([...triggers, newTrigger(kind)])}>
              {t(`chatbots:script.trigger.${kind}`)}
            </MenuItem>
          ))}
        </ActionMenu>
      )}
    </Stack>
  );
}

type FieldsProps = Pick<Props, 'steps' | 'errorOf'> & {
  trigger: ScriptTrigger;
  onChange: (trigger: ScriptTrigger) => void;
};

function TriggerFields({ trigger, steps, errorOf, onChange }: FieldsProps) {
  const t = useTexts();
  return (
    <Stack gap="xs">
      {'words' in trigger && (
        <TagsField
          label={t(`chatbots:script.words.${trigger.kind}`)}
          description={t('chatbots:script.words_help')}
          placeholder={t('chatbots:script.words_add')}
          data={[]}
          value={trigger.words}
          error={errorOf('words')}
          onChange={(words) => onChange({ ...trigger, words })}
        />
      )}
      {trigger.kind === 'outside_hours' && (
        <HoursFields hours={trigger.hours} onChange={(hours) => onChange({ ...trigger, hours })} />
      )}
      {steps.length > 1 && (
        <StepSelect
          label={t('chatbots:script.starts_at')}
          steps={steps}
          value={trigger.stepId}
          empty={t('chatbots:script.first_step')}
          onChange={(stepId) => onChange({ ...trigger, stepId })}
        />
      )}
    </Stack>
  );
}

const HALF_HOURS = Array.from({ length: 49 }, (_, n) => n * 30);
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const choices = (minutes: readonly number[]) => minutes.map((one) => ({ value: String(one), label: clock(one) }));

function HoursFields({ hours, onChange }: { hours: WorkWeek; onChange: (hours: WorkWeek) => void }) {
  const t = useTexts();
  return (
    <>
      <SendingDays
        label={t('chatbots:script.work_days')}
        help={t('chatbots:script.work_days_help')}
        days={hours.weekdays}
        onChange={(weekdays) => onChange({ ...hours, weekdays })}
      />
      <Group grow>
        <NativeSelect
          label={t('chatbots:script.opens')}
          value={String(hours.fromMinute)}
          data={choices(HALF_HOURS.filter((one) => one < hours.untilMinute))}
          onChange={({ currentTarget }) => onChange({ ...hours, fromMinute: Number(currentTarget.value) })}
        />
        <NativeSelect
          label={t('chatbots:script.closes')}
          value={String(hours.untilMinute)}
          data={choices(HALF_HOURS.filter((one) => one > hours.fromMinute))}
          onChange={({ currentTarget }) => onChange({ ...hours, untilMinute: Number(currentTarget.value) })}
        />
      </Group>
    </>
  );
}
