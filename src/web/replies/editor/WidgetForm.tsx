import type { ReplyWidgetSettings } from '#contract/replies/settings.ts';
import { LONGEST_REPLY_WIDGET_TITLE, REVIEW_SOURCES, type ReviewSource } from '#contract/replies/values.ts';
import { Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { OvertakenAlert } from '#web/lib/forms/OvertakenAlert.tsx';
import { useDebouncedValid } from '#web/lib/forms/use-debounced-valid.ts';
import { useSettings, useVersionedForm } from '#web/lib/forms/versioned-form.ts';
import { type FoundWidget, useSaveWidget } from '#web/replies/use-replies.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { SplitEditor } from '#web/ui/layout/SplitEditor.tsx';
import { Part } from './Part.tsx';
import { RuleList } from './RuleList.tsx';
import { SendingFields } from './SendingFields.tsx';
import { TryReply } from './TryReply.tsx';
import { WritingFields } from './WritingFields.tsx';

type Typed = { title: string; settings: ReplyWidgetSettings };

const loadSettings = async () => (await import('#contract/replies/settings.ts')).ReplyWidgetSettings;
const schema = async () =>
  (await import('#contract/replies/calls.ts')).saveReplyWidget.body.omit({ baseVersion: true });

type Props = { found: FoundWidget; onRenew: () => void };

/** The settings of a widget, with its trial beside them. */
export function WidgetForm({ found, onRenew }: Props) {
  const t = useTexts();
  const { id, title, settings: saved, version } = found.widget;
  const save = useSaveWidget(id);
  const { editor, overtaken } = useVersionedForm<Typed>({
    schema,
    saved: { title, settings: saved },
    version,
    draftName: `replies.${id}`,
    isSame: (typed, stored) => JSON.stringify(typed) === JSON.stringify(stored),
    onRenew,
    submit: async (typed, baseVersion) => {
      const stored = await save.mutateAsync({ ...typed, baseVersion });
      toast.success({ title: t('replies:settings.saved') });
      return stored;
    },
  });
  const { settings, change, errorOf } = useSettings<ReplyWidgetSettings, Typed>(editor.form, schema);
  const settled = useDebouncedValid(settings, loadSettings);
  return (
    <SplitEditor
      form={
        <FormBody form={editor} submit={t('replies:settings.save')}>
          {overtaken && <OvertakenAlert title={t('replies:settings.overtaken')} overtaking={overtaken} />}
          <TextInput
            label={t('replies:settings.name')}
            maxLength={LONGEST_REPLY_WIDGET_TITLE}
            {...editor.field('title')}
          />
          <Sources
            sources={settings.sources}
            error={errorOf('settings.sources')}
            onChange={(sources) => change({ sources })}
          />
          <RuleList
            rules={settings.rules}
            sources={settings.sources}
            errorOf={errorOf}
            onChange={(rules) => change({ rules })}
          />
          <WritingFields settings={settings} errorOf={errorOf} onChange={change} />
          <SendingFields settings={settings} onChange={change} />
        </FormBody>
      }
      preview={<TryReply settings={settled} />}
      previewLabel={t('replies:try.tab')}
    />
  );
}

type SourcesProps = {
  sources: readonly ReviewSource[];
  error: string | undefined;
  onChange: (sources: ReviewSource[]) => void;
};

function Sources({ sources, error, onChange }: SourcesProps) {
  const t = useTexts();
  return (
    <Part title={t('replies:settings.sources')} lead={t('replies:settings.sources_help')}>
      <Checkbox.Group
        aria-label={t('replies:settings.sources')}
        value={[...sources]}
        error={error}
        onChange={(chosen) => onChange(REVIEW_SOURCES.filter((one) => chosen.includes(one)))}
      >
        <Stack gap="xs">
          <Group gap="lg">
            {REVIEW_SOURCES.map((source) => (
              <Checkbox key={source} value={source} label={t(`replies:source.${source}`)} />
            ))}
          </Group>
        </Stack>
      </Checkbox.Group>
    </Part>
  );
}
