import { Alert, List, NativeSelect, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import type { getScriptBot, ScriptBotSettings, ScriptIssue } from '#contract/chatbots/scripts.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { PlaceFields } from '#web/chatbots/PlaceFields.tsx';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { OvertakenAlert } from '#web/lib/forms/OvertakenAlert.tsx';
import { useDebouncedValid } from '#web/lib/forms/use-debounced-valid.ts';
import { useSettings, useVersionedForm } from '#web/lib/forms/versioned-form.ts';
import type { TextChoice } from '#web/texts/editor/LanguageTexts.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { SplitEditor } from '#web/ui/layout/SplitEditor.tsx';
import { ScriptPhone } from './ScriptPhone.tsx';
import { StepList } from './StepList.tsx';
import { TriggerList } from './TriggerList.tsx';
import { type ScriptMessage, useSaveScriptBot, useScriptTrial } from './use-scripts.ts';

type Typed = { settings: ScriptBotSettings };
type Props = { found: ReplyOf<typeof getScriptBot>; onRenew: () => void };

const loadSettings = async () => (await import('#contract/chatbots/scripts.ts')).ScriptBotSettings;
const schema = async () => (await import('#contract/chatbots/scripts.ts')).createScriptBot.body;

/** The editor of a bot with its trial. */
export function ScriptBotForm({ found, onRenew }: Props) {
  const t = useTexts();
  const { id, version, settings: saved } = found;
  const save = useSaveScriptBot(id);
  const { editor, overtaken } = useVersionedForm<Typed>({
    schema,
    saved: { settings: saved },
    version,
    draftName: `chatbots.${id}`,
    isSame: (typed, stored) => JSON.stringify(typed) === JSON.stringify(stored),
    onRenew,
    submit: async ({ settings }, baseVersion) => {
      const stored = await save.mutateAsync({ settings, baseVersion });
      toast.success({ title: t('chatbots:booking.saved') });
      return stored;
    },
  });
  const fields = useSettings<ScriptBotSettings, Typed>(editor.form, schema);
  const { settings } = fields;
  const [shown, setShown] = useState<TextChoice>('default');
  const [messages, setMessages] = useState<readonly ScriptMessage[]>([]);
  const [isOutsideHours, setOutsideHours] = useState(false);
  const settled = useDebouncedValid(settings, loadSettings);
  const language = shown === 'default' ? undefined : shown;
  const trial = useScriptTrial({ settings: settled, messages, isOutsideHours, language });
  const hasHours = settings.triggers.some(({ kind }) => kind === 'outside_hours');
  return (
    <SplitEditor
      form={
        <FormBody form={editor} submit={t('chatbots:booking.save')}>
          {overtaken && <OvertakenAlert title={t('chatbots:booking.overtaken')} overtaking={overtaken} />}
          <BotFields {...fields} shown={shown} onShow={setShown} />
          <Unfinished issues={trial.data?.issues ?? []} unknownVariables={trial.data?.unknownVariables ?? []} />
        </FormBody>
      }
      preview={
        <ScriptPhone
          trial={trial}
          messages={messages}
          onMessages={setMessages}
          isOutsideHours={hasHours ? isOutsideHours : null}
          onOutsideHours={setOutsideHours}
        />
      }
      previewLabel={t('chatbots:try.tab')}
    />
  );
}

type FieldsProps = ReturnType<typeof useSettings<ScriptBotSettings, Typed>> & {
  shown: TextChoice;
  onShow: (shown: TextChoice) => void;
};

function BotFields({ settings, change, errorOf, shown, onShow }: FieldsProps) {
  const t = useTexts();
  return (
    <Stack gap="lg">
      <Switch
        label={t('chatbots:script.enabled')}
        description={t('chatbots:script.enabled_help')}
        checked={settings.isEnabled}
        onChange={({ currentTarget }) => change({ isEnabled: currentTarget.checked })}
      />
      <Stack>
        <PlaceFields settings={settings} help={t('chatbots:script.place_help')} change={change} errorOf={errorOf} />
      </Stack>
      <TriggerList
        triggers={settings.triggers}
        steps={settings.steps}
        errorOf={errorOf}
        onChange={(triggers) => change({ triggers })}
      />
      <NativeSelect
        label={t('chatbots:script.language')}
        description={t('chatbots:script.language_help')}
        value={shown}
        data={[
          { value: 'default', label: t('flows:editor.text_default') },
          ...LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] })),
        ]}
        onChange={({ currentTarget }) => onShow(wordIn(LANGUAGES, currentTarget.value) ?? 'default')}
      />
      <StepList script={settings} shown={shown} errorOf={errorOf} onChange={change} />
    </Stack>
  );
}

/** Lists the reasons for which the bot cannot be switched on. */
function Unfinished({
  issues,
  unknownVariables,
}: {
  issues: readonly ScriptIssue[];
  unknownVariables: readonly string[];
}) {
  const t = useTexts();
  if (issues.length === 0 && unknownVariables.length === 0) return null;
  const wordsOf = ({ code, step }: ScriptIssue) => {
    const words = t(`refusals:chatbot_${code}`);
    return step === null ? words : t('chatbots:script.in_step', { number: step + 1, words });
  };
  return (
    <Alert color="yellow" title={t('chatbots:script.unfinished')}>
      <List size="sm">
        {issues.map((issue) => (
          <List.Item key={`${issue.code}.${issue.step}`}>{wordsOf(issue)}</List.Item>
        ))}
        {unknownVariables.length > 0 && (
          <List.Item>
            {t('flows:editor.unknown_variables', { names: unknownVariables.map((name) => `{${name}}`).join(', ') })}
          </List.Item>
        )}
      </List>
    </Alert>
  );
}
