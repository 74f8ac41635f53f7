import { Button, Card, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Flow } from '#contract/flows.ts';
import { isRefused } from '#web/lib/call-errors.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { SplitEditor } from '#web/ui/SplitEditor.tsx';
import { StatusBadge, TestBadge } from '#web/ui/StatusBadge.tsx';
import { TroubleAlert } from '#web/ui/TroubleAlert.tsx';
import { useIsMobile } from '#web/ui/use-is-mobile.ts';
import { flowErrorText } from './error-words.ts';
import { FlowHistory } from './FlowHistory.tsx';
import { FlowSummary } from './FlowSummary.tsx';
import { FlowTrouble } from './FlowTrouble.tsx';
import { FlowWaiting } from './FlowWaiting.tsx';
import classes from './flows.module.css';
import type { TextChoice } from './MessageSection.tsx';
import { isReport } from './kind-traits.ts';
import { MissingCount, MissingHere } from './MissingParts.tsx';
import { phonesTrouble } from './phones-trouble.ts';
import { RehearseButton } from './RehearseButton.tsx';
import { STEPS, type Step, stepOfField } from './steps.ts';
import { useFlowForm } from './use-flow-form.ts';
import { useContinueFlow, useFlowPreview, usePauseFlow } from './use-flows.ts';
import { useMissing } from './use-missing.ts';
import { useDebouncedValidSettings } from './use-debounced-valid-settings.ts';
import { MessageSection } from './MessageSection.tsx';
import { DraftOffer } from '#web/ui/DraftOffer.tsx';
import { OvertakenAlert } from './OvertakenAlert.tsx';
import { FlowPreviewPane } from './FlowPreviewPane.tsx';

// NOTE: each later step loads when it is opened, so that every step fits the limit of a first visit.
const TimingSection = lazy(async () => ({ default: (await import('./TimingSection.tsx')).TimingSection }));
const WhoSection = lazy(async () => ({ default: (await import('./WhoSection.tsx')).WhoSection }));
const SendSection = lazy(async () => ({ default: (await import('./SendSection.tsx')).SendSection }));

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
  const { form, formProps, isBusy, failure, failureText, draft } = editor;
  const values = form.getValues();
  const settled = useDebouncedValidSettings(values.settings);
  const [shownText, setShownText] = useState<TextChoice>('default');
  const language = step === 'message' && shownText !== 'default' ? shownText : undefined;
  const preview = useFlowPreview(flow.kind, settled, language);
  const missing = useMissing(flow, values, preview.data?.templateLacks ?? null);
  const trouble = flow.errorCode ? flowErrorText(flow.errorCode, flow.errorReason, t) : flow.errorReason;
  const phones = editor.field('testPhones');
  const testPhones = { ...phones, error: phonesTrouble(form.errors['testPhones'], t) ?? phones.error };
  const stepsWithErrors = new Set(Object.keys(form.errors).map(stepOfField));
  const goTo = (next: Step) =>
    void navigate({
      to: '/flows/edit/$workflowId/{-$step}',
      params: { workflowId: flow.id, step: next },
      replace: true,
    });

  return (
    <>
      <PageHead
        title={flow.title}
        backTo="/flows"
        action={
          <>
            <Running flow={flow} />
            {!isReport(flow.kind) && <RehearseButton flow={flow} values={values} isDirty={form.isDirty()} />}
            <FlowHistory flow={flow} />
          </>
        }
        state={
          <Group gap="xs">
            <StatusBadge status={flow.status} reason={trouble ?? undefined} />
            {flow.mode === 'test' ? <TestBadge /> : <Text span>{t('flows:live')}</Text>}
          </Group>
        }
      />
      {draft && <DraftOffer draft={draft} />}
      <FlowWaiting flow={flow} className={classes.alert} />
      <FlowTrouble flow={flow} />
      <SplitEditor
        previewLabel={isReport(flow.kind) ? t('reports:preview_tab') : undefined}
        form={
          <form {...formProps} className={classes.form}>
            <FlowSummary kind={flow.kind} settings={values.settings} />
            <nav className={classes.steps} aria-label={t('flows:editor.steps')}>
              {STEPS.map((name, index) => (
                <Link
                  key={name}
                  to="/flows/edit/$workflowId/{-$step}"
                  params={{ workflowId: flow.id, step: name }}
                  replace
                  className={classes.step}
                  data-current={name === step || undefined}
                  data-wrong={stepsWithErrors.has(name) || undefined}
                >
                  <span className={classes.number}>{index + 1}</span>
                  {t(`flows:editor.step.${name}`)}
                  <MissingCount count={missing.filter((one) => one.step === name).length} />
                </Link>
              ))}
            </nav>
            <Card>
              {step === 'message' && (
                <>
                  <TextInput label={t('flows:name')} mb="md" {...editor.field('title')} />
                  <MessageSection form={bind} settled={settled} shown={shownText} onShow={setShownText} />
                </>
              )}
              <Suspense fallback={<Skeleton height={280} />}>
                {step === 'when' && <TimingSection form={bind} />}
                {step === 'who' && <WhoSection form={bind} />}
                {step === 'send' && <SendSection form={bind} flow={flow} testPhones={testPhones} />}
              </Suspense>
            </Card>
            <div className={classes.foot}>
              <MissingHere missing={missing.filter((one) => one.step === step)} onLeave={leaveUnfilled} />
              {stepsWithErrors.size > 0 && !stepsWithErrors.has(step) && (
                <TroubleAlert tone="bad">
                  {t('flows:editor.errors_elsewhere', {
                    steps: [...stepsWithErrors].map((name) => t(`flows:editor.step.${name}`)).join(', '),
                  })}
                </TroubleAlert>
              )}
              {overtaken && <OvertakenAlert {...overtaken} />}
              {failure !== null && !isRefused(failure, 'flow.changed_meanwhile') && (
                <TroubleAlert tone="bad">{failureText}</TroubleAlert>
              )}
              <div className={classes.bar}>
                <Button type="submit" loading={isBusy}>
                  {t('flows:editor.save')}
                </Button>
                <NextStep step={step} onNext={goTo} />
                {form.isDirty() && (
                  <Text size="sm" c="dimmed">
                    {t('flows:editor.unsaved')}
                  </Text>
                )}
              </div>
            </div>
          </form>
        }
        preview={
          <FlowPreviewPane
            kind={flow.kind}
            settings={values.settings}
            settled={settled}
            language={language}
            testPhones={values.testPhones}
          />
        }
      />
    </>
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
