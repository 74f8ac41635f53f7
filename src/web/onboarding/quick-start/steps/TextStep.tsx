import { Button, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Flow, FlowId } from '#contract/flows/calls.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { FlowPreviewPane } from '#web/flows/editor/FlowPreviewPane.tsx';
import { useFlowForm } from '#web/flows/editor/use-flow-form.ts';
import { useFlow } from '#web/flows/use-flows.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { useDebouncedValid } from '#web/lib/forms/use-debounced-valid.ts';
import { isOfClinics } from '#contract/onboarding/clinics.ts';
import classes from '#web/onboarding/quick-start/quick-start.module.css';
import type { StepProps } from '#web/onboarding/quick-start/step.ts';
import { StepActions } from '#web/onboarding/quick-start/StepActions.tsx';
import { useMakeFlow } from '#web/onboarding/quick-start/use-quick-start.ts';
import { LanguageTexts } from '#web/texts/editor/LanguageTexts.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';

const loadSettings = async () => (await import('#contract/flows/calls.ts')).FlowSettings;

/** The first message on the phone of a client; its text can be changed, and sent to the owner's own phone. */
export function TextStep(props: StepProps) {
  const { mutate, error, isError } = useMakeFlow(props.kind);
  const { flowId } = props.stored;
  useEffect(() => {
    if (flowId === null) mutate();
  }, [flowId, mutate]);
  if (flowId !== null) return <TextOf key={flowId} {...props} flowId={flowId} />;
  return isError ? <Failure error={error} onRetry={() => mutate()} /> : <RowsSkeleton rows={4} />;
}

function TextOf({ flowId, ...props }: StepProps & { flowId: FlowId }) {
  const flow = useFlow(flowId);
  const [renewed, setRenewed] = useState(0);
  if (!flow.data)
    return flow.isError ? <Failure error={flow.error} onRetry={flow.refetch} /> : <RowsSkeleton rows={4} />;
  return <TextForm key={renewed} {...props} flow={flow.data} onRenew={() => setRenewed(renewed + 1)} />;
}

type FormProps = StepProps & { flow: Flow; onRenew: () => void };

function TextForm({ kind, flow, onRenew, onNext, isBusy }: FormProps) {
  const t = useTexts();
  const [isChanging, setChanging] = useState(false);
  const { editor, bind } = useFlowForm(flow, onRenew, () => onNext());
  const { settings } = editor.form.getValues();
  const settled = useDebouncedValid(settings, loadSettings);
  const { phoneNumber } = useCurrentUser();
  const { content } = settings;
  const isDirty = editor.form.isDirty();
  return (
    <form {...editor.formProps} className={classes.text}>
      <div className={classes.column}>
        {isChanging || isDirty ? (
          <LanguageTexts
            texts={content.texts}
            shown="default"
            offered={flowKind(flow.kind).variables}
            errorOf={(language) => bind.errorOf(`settings.content.texts.${language}`)}
            onChange={(texts) => bind.change({ content: { ...content, texts } })}
          />
        ) : (
          <Button
            variant="default"
            leftSection={<IconPencil size={18} />}
            style={{ justifySelf: 'start' }}
            onClick={() => setChanging(true)}
          >
            {t('quick_start:change_text')}
          </Button>
        )}
        {isOfClinics(kind) && (
          <Text size="sm" c="dimmed">
            {t('quick_start:clinic.text_help')}
          </Text>
        )}
        <FormFailure error={editor.failure} />
        {isDirty ? (
          <StepActions isSubmit isBusy={editor.isBusy} label={t('quick_start:save_next')} />
        ) : (
          <StepActions isBusy={isBusy} onNext={() => onNext()} />
        )}
      </div>
      <FlowPreviewPane
        kind={flow.kind}
        settings={settings}
        settled={settled}
        language={undefined}
        testPhones={flow.testPhones.join(', ') || (phoneNumber ?? '')}
      />
    </form>
  );
}
