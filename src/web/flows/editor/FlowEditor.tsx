import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { isForOwner } from '#contract/flows/kinds.ts';
import type { Flow } from '#contract/flows/calls.ts';
import { loadTexts, useTexts } from '#web/lib/format/i18n.ts';
import { HistoryButton } from '#web/senders/versions/HistoryButton.tsx';
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { flowErrorText } from '#web/flows/attention/error-words.ts';
import { FlowSummary } from './FlowSummary.tsx';
import { FlowTrouble } from '#web/flows/attention/FlowTrouble.tsx';
import { FlowWaiting } from '#web/flows/attention/FlowWaiting.tsx';
import { flowSender } from '#web/flows/flow-sender.ts';
import { SenderEditor } from '#web/senders/editor/SenderEditor.tsx';
import senders from '#web/senders/senders.module.css';
import type { TextChoice } from '#web/texts/editor/LanguageTexts.tsx';
import { MissingCount, MissingHere } from '#web/flows/going-live/MissingParts.tsx';
import { RehearseButton } from './RehearseButton.tsx';
import { STEPS, type Step, stepOfField } from './steps.ts';
import { useFlowForm } from './use-flow-form.ts';
import { useContinueFlow, useFlowPreview, usePauseFlow } from '#web/flows/use-flows.ts';
import { useMissing } from '#web/flows/going-live/use-missing.ts';
import { useDebouncedValid } from '#web/lib/forms/use-debounced-valid.ts';
import { GoLiveButton } from '#web/flows/going-live/GoLiveButton.tsx';
import { FlowPreviewPane } from './FlowPreviewPane.tsx';

// NOTE: each step loads when it is opened, so that every step fits the limit of a first visit.
const MessageSection = lazy(async () => ({ default: (await import('./MessageSection.tsx')).MessageSection }));
const TimingSection = lazy(async () => ({ default: (await import('./TimingSection.tsx')).TimingSection }));
const AudienceSection = lazy(async () => {
  const [{ AudienceSection: section }] = await Promise.all([import('./AudienceSection.tsx'), loadTexts(['audiences'])]);
  return { default: section };
});
const FlowVersions = lazy(async () => ({ default: (await import('./FlowVersions.tsx')).FlowVersions }));
/** Few flows need it. */
const FlowAttention = lazy(async () => ({
  default: (await import('#web/flows/attention/FlowAttention.tsx')).FlowAttention,
}));
const SendSection = lazy(async () => ({ default: (await import('./SendSection.tsx')).SendSection }));

const loadSettings = async () => (await import('#contract/flows/calls.ts')).FlowSettings;

type Props = {
  flow: Flow;
  step: Step;
  /** Remounts the editor with the saved flow. */
  onRenew: () => void;
};

/** Editor of one flow: content, timing, audience, channels; beside it a preview on the contact's phone. */
export function FlowEditor({ flow, step, onRenew }: Props) {
  const t = useTexts();
  const navigate = useNavigate();
  const { editor, bind, leaveUnfilled, overtaken } = useFlowForm(flow, onRenew);
  const { form } = editor;
  const values = form.getValues();
  const settled = useDebouncedValid(values.settings, loadSettings);
  const [shownText, setShownText] = useState<TextChoice>('default');
  const language = step === 'message' && shownText !== 'default' ? shownText : undefined;
  const preview = useFlowPreview(flow.kind, settled, language);
  const missing = useMissing(flow, values, preview.data?.templateLacks ?? null);
  const trouble = flow.errorCode ? flowErrorText(flow.errorCode, flow.errorReason, t) : flow.errorReason;
  const isReport = isForOwner(flow.kind);
  const linkTo = (name: Step) => ({
    to: '/flows/edit/$workflowId/{-$step}',
    params: { workflowId: flow.id, step: name },
  });
  return (
    <SenderEditor
      sender={flowSender}
      title={flow.title}
      state={
        <StatusBadge
          status={flow.status}
          mode={flow.mode}
          isUnheard={flow.attention !== null}
          reason={trouble ?? undefined}
        />
      }
      actions={
        <>
          <GoLiveButton flow={flow} />
          <Running flow={flow} />
          {!isReport && <RehearseButton flow={flow} values={values} isDirty={form.isDirty()} />}
          <HistoryButton>
            <FlowVersions flow={flow} />
          </HistoryButton>
        </>
      }
      alerts={
        <>
          <FlowWaiting flow={flow} className={senders.alert} />
          <FlowTrouble flow={flow} />
          {flow.attention && (
            <Suspense>
              <FlowAttention id={flow.id} attention={flow.attention} />
            </Suspense>
          )}
        </>
      }
      editor={editor}
      overtaken={overtaken}
      steps={STEPS}
      step={step}
      stepLabel={(name) => t(`flows:editor.step.${name}`)}
      stepOfField={stepOfField}
      linkTo={linkTo}
      stepNote={(name) => <MissingCount count={missing.filter((one) => one.step === name).length} />}
      summary={<FlowSummary kind={flow.kind} settings={values.settings} />}
      foot={<MissingHere missing={missing.filter((one) => one.step === step)} onLeave={leaveUnfilled} />}
      next={<NextStep step={step} onNext={(next) => void navigate({ ...linkTo(next), replace: true })} />}
      previewLabel={isReport ? t('reports:preview_tab') : undefined}
      preview={
        <FlowPreviewPane
          kind={flow.kind}
          settings={values.settings}
          settled={settled}
          language={language}
          testPhones={values.testPhones}
        />
      }
    >
      {step === 'message' && <MessageSection form={bind} settled={settled} shown={shownText} onShow={setShownText} />}
      {step === 'when' && <TimingSection form={bind} />}
      {step === 'who' && <AudienceSection form={bind} />}
      {step === 'send' && <SendSection form={bind} flow={flow} />}
    </SenderEditor>
  );
}

/** Pauses or resumes the flow. */
function Running({ flow: { id, status } }: { flow: Flow }) {
  const t = useTexts();
  const isMobile = useIsMobile();
  const pause = usePauseFlow();
  const resume = useContinueFlow();
  if (status === 'working') {
    return (
      <Button
        variant="default"
        leftSection={<IconPlayerPause size={16} />}
        loading={pause.isPending}
        aria-label={t('flows:pause')}
        onClick={() => pause.mutate(id)}
      >
        {t(isMobile ? 'flows:pause_short' : 'flows:pause')}
      </Button>
    );
  }
  if (status !== 'pause' && status !== 'error') return null;
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerPlay size={16} />}
      loading={resume.isPending}
      onClick={() => resume.mutate(id)}
    >
      {t('flows:continue')}
    </Button>
  );
}

function NextStep({ step, onNext }: { step: Step; onNext: (step: Step) => void }) {
  const t = useTexts();
  const next = STEPS[STEPS.indexOf(step) + 1];
  if (!next) return null;
  return (
    <Button variant="default" onClick={() => onNext(next)}>
      {t('flows:editor.to_step', { step: t(`flows:editor.step.${next}`) })}
    </Button>
  );
}
