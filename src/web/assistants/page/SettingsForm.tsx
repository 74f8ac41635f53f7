import { Button, Text, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Assistant } from '#contract/assistants/calls.ts';
import type { AssistantSettings } from '#contract/assistants/settings.ts';
import { PluginsPart } from '#web/assistants/plugins/PluginsPart.tsx';
import { GeneralFields } from '#web/assistants/settings/GeneralFields.tsx';
import { MorningSummaryPart } from '#web/assistants/settings/MorningSummaryPart.tsx';
import { Part } from '#web/assistants/settings/Part.tsx';
import { PlacesPart } from '#web/assistants/settings/PlacesPart.tsx';
import { WorkHoursPart } from '#web/assistants/settings/WorkHoursPart.tsx';
import { usePublishAssistant, useSaveAssistant } from '#web/assistants/use-assistants.ts';
import { CallRefused, isRefused } from '#web/lib/api/call-errors.ts';
import { textIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { OvertakenAlert } from '#web/lib/forms/OvertakenAlert.tsx';
import { useSettings, useVersionedForm } from '#web/lib/forms/versioned-form.ts';
import { DraftOffer } from '#web/ui/fields/DraftOffer.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import classes from './page.module.css';

/** The id of the form, for buttons outside it. */
export const SETTINGS_FORM = 'assistant-settings';
/** The name of the button that also publishes what it saves. */
export const PUBLISH = 'publish';

export type FormState = { isDirty: boolean; isBusy: boolean };

type Typed = { title: string; settings: AssistantSettings };
type Props = {
  assistant: Assistant;
  onRenew: () => void;
  onState: (state: FormState) => void;
  /** The draft is saved, and another version is published: what that changes is shown before. */
  onPublish: () => void;
};

const schema = async () =>
  (await import('#contract/assistants/calls.ts')).saveAssistant.body.pick({ title: true, settings: true });

const isSame = (one: Typed, other: Typed) => JSON.stringify(one) === JSON.stringify(other);

/** The draft of an assistant. Leaving the page keeps what was typed; it is offered again. */
export function SettingsForm({ assistant, onRenew, onState, onPublish }: Props) {
  const t = useTexts();
  const { editor, overtaken, onSubmit } = useDraftForm({ assistant, onRenew, onPublish });
  const fields = useSettings<AssistantSettings, Typed>(editor.form, schema);
  const { form, isBusy } = editor;
  const isDirty = !isSame(form.getValues(), savedOf(assistant));
  useEffect(() => onState({ isDirty, isBusy }), [onState, isDirty, isBusy]);
  return (
    <form {...editor.formProps} id={SETTINGS_FORM} onSubmit={onSubmit}>
      <div className={classes.parts}>
        <DraftOffer draft={editor.draft} />
        {overtaken && <OvertakenAlert title={t('assistants:form.overtaken')} overtaking={overtaken} />}
        <Part title={t('assistants:part.general')}>
          <TextInput
            label={t('assistants:general.name')}
            description={t('assistants:general.name_help')}
            maxLength={80}
            {...editor.field('title')}
          />
          <GeneralFields {...fields} />
        </Part>
        <WorkHoursPart {...fields} />
        <MorningSummaryPart {...fields} assistant={assistant} />
        <PlacesPart {...fields} />
        <PluginsPart assistantId={assistant.id} {...fields} />
        <SaveFailure error={editor.failure} />
      </div>
      <div className={classes.bar}>
        <Button type="submit" loading={isBusy}>
          {t('assistants:form.save')}
        </Button>
        {isDirty && (
          <Text size="sm" c="dimmed" role="status">
            {t('assistants:form.unsaved')}
          </Text>
        )}
      </div>
    </form>
  );
}

const savedOf = ({ title, settings }: Assistant): Typed => ({ title, settings });

/** The form of a draft: it saves what differs, and publishes where the pressed button says so. */
function useDraftForm({ assistant, onRenew, onPublish }: Omit<Props, 'onState'>) {
  const t = useTexts();
  const save = useSaveAssistant(assistant.id);
  const publish = usePublishAssistant(assistant.id);
  const publishes = useRef(false);
  const saved = savedOf(assistant);
  const { editor, overtaken } = useVersionedForm<Typed>({
    schema,
    saved,
    version: assistant.version,
    draftName: `assistants.${assistant.id}`,
    isSame,
    onRenew,
    submit: async (values, baseVersion) => {
      const hasChanges = baseVersion !== assistant.version || !isSame(values, saved);
      const stored = hasChanges ? await save.mutateAsync({ ...values, baseVersion }) : assistant;
      if (publishes.current && stored.publishedVersion !== null) onPublish();
      else if (publishes.current) {
        await publish.mutateAsync(stored.version);
        toast.success({ title: t('assistants:form.published') });
      } else toast.success({ title: t('assistants:form.saved') });
      return stored;
    },
  });
  return {
    editor,
    overtaken,
    onSubmit: (event: React.SubmitEvent<HTMLFormElement>) => {
      const { submitter } = event.nativeEvent as SubmitEvent; // NOTE: React types the native event as any event
      publishes.current = submitter instanceof HTMLButtonElement && submitter.name === PUBLISH;
      editor.formProps.onSubmit(event);
    },
  };
}

/** The last submit's error; of phrases that coincide, which one. */
function SaveFailure({ error }: { error: unknown }) {
  const t = useTexts();
  const phrase = error instanceof CallRefused ? textIn(error.details['phrase']) : undefined;
  if (isRefused(error, 'assistant.phrases_coincide') && phrase)
    return <FormFailure error={error} text={t('assistants:handoff.coincides', { phrase })} />;
  return <FormFailure error={error} title={t('assistants:form.failed')} />;
}
