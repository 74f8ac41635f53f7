import { Radio, Skeleton, Stack, Switch } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { OFFER_VARIABLES, SLOT_AUDIENCES, SLOT_MODES } from '#contract/waitlist/values.ts';
import type { WaitlistSettings } from '#contract/waitlist/calls.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { loadTexts, useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { OvertakenAlert } from '#web/lib/forms/OvertakenAlert.tsx';
import { useDebouncedValid } from '#web/lib/forms/use-debounced-valid.ts';
import { useSettings as useFormSettings, useVersionedForm } from '#web/lib/forms/versioned-form.ts';
import { LanguageTexts, type TextChoice } from '#web/texts/editor/LanguageTexts.tsx';
import { ShortenField } from '#web/texts/message/ShortenField.tsx';
import { TemplatesField } from '#web/texts/message/TemplatesField.tsx';
import type { TextForm } from '#web/texts/message/text-form.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { ManySelect } from '#web/ui/fields/ManySelect.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { SplitEditor } from '#web/ui/layout/SplitEditor.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { OfferPreviewPane } from './OfferPreviewPane.tsx';
import { useSaveSettings, useSettings } from './use-waitlist.ts';

/** How freed slots are offered. */
export function SettingsPane() {
  const settings = useSettings();
  const [round, setRound] = useState(0);
  if (settings.isPending)
    return (
      <Loading>
        <Skeleton height={320} />
      </Loading>
    );
  if (!settings.data) return <Failure error={settings.error} onRetry={settings.refetch} />;
  const { settings: saved, version } = settings.data;
  return <SettingsForm key={round} saved={saved} version={version} onRenew={() => setRound(round + 1)} />;
}

type Typed = { settings: WaitlistSettings };
type Props = { saved: WaitlistSettings; version: number; onRenew: () => void };

const loadSettings = async () => (await import('#contract/waitlist/calls.ts')).WaitlistSettings;
const schema = async () =>
  (await import('#contract/waitlist/calls.ts')).saveWaitlistSettings.body.pick({ settings: true });

function SettingsForm({ saved, version, onRenew }: Props) {
  const t = useTexts();
  const save = useSaveSettings();
  const { editor, overtaken } = useVersionedForm<Typed>({
    schema,
    saved: { settings: saved },
    version,
    draftName: 'waitlist.settings',
    isSame: (typed, stored) => JSON.stringify(typed) === JSON.stringify(stored),
    onRenew,
    submit: async ({ settings }, baseVersion) => {
      const stored = await save.mutateAsync({ settings, baseVersion });
      toast.success({ title: t('waitlist:settings.saved') });
      return stored;
    },
  });
  const fields = useFormSettings<WaitlistSettings, Typed>(editor.form, schema);
  const { settings, change } = fields;
  const [shown, setShown] = useState<TextChoice>('default');
  const settled = useDebouncedValid(settings, loadSettings);
  return (
    <SplitEditor
      form={
        <FormBody form={editor} submit={t('waitlist:settings.save')}>
          {overtaken && <OvertakenAlert title={t('waitlist:settings.overtaken')} overtaking={overtaken} />}
          <Switch
            label={t('waitlist:settings.on')}
            description={t('waitlist:settings.on_help')}
            checked={settings.isOn}
            onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
          />
          <RecipientsFields {...fields} />
          <TimingFields {...fields} />
          <MessageFields {...fields} shown={shown} onShow={setShown} />
        </FormBody>
      }
      preview={
        <OfferPreviewPane settings={settings} settled={settled} language={shown === 'default' ? undefined : shown} />
      }
    />
  );
}

/** Loaded where likely clients are asked: most businesses keep to the list. */
const AudienceFields = lazy(async () => {
  const [{ AudienceFields: fields }] = await Promise.all([import('./AudienceFields.tsx'), loadTexts(['audiences'])]);
  return { default: fields };
});

export type FieldsProps = {
  settings: WaitlistSettings;
  change: (change: Partial<WaitlistSettings>) => void;
  errorOf: (path: string) => string | undefined;
};

function RecipientsFields({ settings, change, errorOf }: FieldsProps) {
  const t = useTexts();
  const { recipients } = settings;
  return (
    <>
      <Radio.Group
        label={t('waitlist:settings.recipients')}
        value={recipients}
        onChange={(value) => change({ recipients: wordIn(SLOT_AUDIENCES, value) ?? 'list' })}
      >
        <Stack gap="xs" mt="xs">
          {SLOT_AUDIENCES.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`waitlist:settings.to.${one}`)}
              description={t(`waitlist:settings.to_help.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {recipients !== 'list' && (
        <Suspense fallback={<Skeleton height={160} />}>
          <AudienceFields settings={settings} change={change} errorOf={errorOf} />
        </Suspense>
      )}
    </>
  );
}

function TimingFields({ settings, change, errorOf }: FieldsProps) {
  const t = useTexts();
  const { mode } = settings;
  return (
    <>
      <Radio.Group
        label={t('waitlist:settings.mode')}
        value={mode}
        onChange={(value) => change({ mode: wordIn(SLOT_MODES, value) ?? 'order' })}
      >
        <Stack gap="xs" mt="xs">
          {SLOT_MODES.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`waitlist:settings.mode_of.${one}`)}
              description={t(`waitlist:settings.mode_help.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {mode === 'order' && (
        <NumberField
          label={t('waitlist:settings.hold')}
          description={t('waitlist:settings.hold_help')}
          value={settings.holdMinutes}
          min={5}
          max={1440}
          error={errorOf('settings.holdMinutes')}
          onChange={(holdMinutes) => change({ holdMinutes })}
        />
      )}
      <NumberField
        label={t('waitlist:settings.stop')}
        description={t('waitlist:settings.stop_help')}
        value={settings.stopMinutes}
        min={0}
        max={2880}
        error={errorOf('settings.stopMinutes')}
        onChange={(stopMinutes) => change({ stopMinutes })}
      />
    </>
  );
}

type MessageProps = FieldsProps & { shown: TextChoice; onShow: (shown: TextChoice) => void };

function MessageFields({ settings, change, errorOf, shown, onShow }: MessageProps) {
  const t = useTexts();
  const channels = useChannels();
  const { content, channelIds } = settings;
  const text: TextForm = {
    content: { ...content, buttons: [], imageId: null },
    change: ({ texts = content.texts, templates = content.templates, shortensLinks = content.shortensLinks }) =>
      change({ content: { texts, templates, shortensLinks } }),
    errorOf: (path) => errorOf(`settings.content.${path}`),
  };
  return (
    <>
      <div>
        <LanguageTexts
          label={t('waitlist:settings.text')}
          texts={content.texts}
          shown={shown}
          onShow={onShow}
          offered={OFFER_VARIABLES}
          errorOf={(language) => text.errorOf(`texts.${language}`)}
          onChange={(texts) => text.change({ texts })}
        />
      </div>
      <ShortenField form={text} />
      <TemplatesField
        form={text}
        preview={undefined}
        help={t('waitlist:settings.template_help')}
        usual={{ parameters: ['{clientName}', '{recordDate} {recordTime}', '{serviceTitle}', '{slotLink}'] }}
        offered={OFFER_VARIABLES}
      />
      <ManySelect
        label={t('flows:editor.channels')}
        description={t('waitlist:settings.channels_help')}
        placeholder={t('flows:editor.channels_any')}
        data={(channels.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        value={channelIds}
        onChange={(chosen) => change({ channelIds: chosen })}
      />
    </>
  );
}
