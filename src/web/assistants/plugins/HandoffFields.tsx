import { Button, Stack, Switch, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { HandoffNotice, HumanHandoff } from '#contract/assistants/settings.ts';
import { MAX_HANDOFF_NOTICES, MAX_PHRASES, PAUSE_MINUTES } from '#contract/assistants/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { TagsField } from '#web/ui/fields/TagsField.tsx';
import { NoticeCard } from './NoticeCard.tsx';
import type { PluginProps } from './PluginsPart.tsx';
import classes from './plugins.module.css';

const NO_NOTICES: HumanHandoff = {
  notices: [],
  startPhrases: [],
  stopPhrases: [],
  pauseMinutes: PAUSE_MINUTES.default,
};

/** When a person takes over, who is notified, and what stops and starts the assistant. */
export function HandoffFields({ plugin, onChange, errorOf }: PluginProps<'human_handoff'>) {
  const t = useTexts();
  return (
    <div className={classes.plugin}>
      <Switch
        label={t('assistants:handoff.title')}
        description={t('assistants:handoff.what')}
        checked={plugin !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? NO_NOTICES : null)}
      />
      {plugin && (
        <Stack className={classes.inner}>
          <Notices plugin={plugin} onChange={onChange} errorOf={errorOf} />
          <TagsField
            label={t('assistants:handoff.stop_phrases')}
            description={t('assistants:handoff.stop_phrases_help')}
            placeholder={t('assistants:handoff.phrase_placeholder')}
            data={[]}
            value={plugin.stopPhrases}
            error={phraseError(plugin.stopPhrases, 'stopPhrases', errorOf)}
            onChange={(stopPhrases) => onChange({ ...plugin, stopPhrases: stopPhrases.slice(0, MAX_PHRASES) })}
          />
          <TagsField
            label={t('assistants:handoff.start_phrases')}
            description={t('assistants:handoff.start_phrases_help')}
            placeholder={t('assistants:handoff.phrase_placeholder')}
            data={[]}
            value={plugin.startPhrases}
            error={phraseError(plugin.startPhrases, 'startPhrases', errorOf)}
            onChange={(startPhrases) => onChange({ ...plugin, startPhrases: startPhrases.slice(0, MAX_PHRASES) })}
          />
          <NumberField
            label={t('assistants:handoff.pause')}
            description={t('assistants:handoff.pause_help')}
            value={plugin.pauseMinutes}
            min={PAUSE_MINUTES.min}
            max={PAUSE_MINUTES.max}
            error={errorOf('pauseMinutes')}
            onChange={(pauseMinutes) => onChange({ ...plugin, pauseMinutes })}
          />
        </Stack>
      )}
    </div>
  );
}

type NoticesProps = Omit<PluginProps<'human_handoff'>, 'plugin'> & { plugin: HumanHandoff };

function Notices({ plugin, onChange, errorOf }: NoticesProps) {
  const t = useTexts();
  const { notices } = plugin;
  const set = (changed: HandoffNotice[]) => onChange({ ...plugin, notices: changed });
  const fresh: HandoffNotice = {
    when: '',
    to: null,
    answer: t('assistants:handoff.usual_answer'),
    notice: t('assistants:handoff.usual_notice'),
    stopsDialogue: true,
  };
  return (
    <Stack role="group" aria-label={t('assistants:handoff.notices')}>
      <div>
        <Text size="sm" fw={550}>
          {t('assistants:handoff.notices')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('assistants:handoff.notices_help')}
        </Text>
      </div>
      {notices.map((notice, index) => (
        <NoticeCard
          key={index}
          number={index + 1}
          notice={notice}
          errorOf={(path) => errorOf(`notices.${index}.${path}`)}
          onChange={(changed) => set(notices.map((one, place) => (place === index ? changed : one)))}
          onRemove={() => set(notices.filter((_one, place) => place !== index))}
        />
      ))}
      {notices.length < MAX_HANDOFF_NOTICES ? (
        <Button
          variant="default"
          className={classes.add}
          leftSection={<IconPlus size={16} />}
          onClick={() => set([...notices, fresh])}
        >
          {t('assistants:handoff.add')}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {t('assistants:handoff.most', { count: MAX_HANDOFF_NOTICES })}
        </Text>
      )}
    </Stack>
  );
}

/** The first error of a list of phrases or of one of them. */
function phraseError(phrases: readonly string[], path: string, errorOf: (path: string) => string | undefined) {
  return errorOf(path) ?? phrases.map((_phrase, index) => errorOf(`${path}.${index}`)).find(Boolean);
}
