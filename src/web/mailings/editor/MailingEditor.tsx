import { Button, Skeleton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { Mailing } from '#contract/mailings/calls.ts';
import { loadTexts, useTexts } from '#web/lib/format/i18n.ts';
import type { TextChoice } from '#web/texts/editor/LanguageTexts.tsx';
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx';
import { mailingTrouble } from '#web/mailings/runs/error-words.ts';
import { mailingSender } from '#web/mailings/mailing-sender.ts';
import { SenderEditor } from '#web/senders/editor/SenderEditor.tsx';
import { type Step, stepOfField, stepsOf } from './steps.ts';
import { useDebouncedValid } from '#web/lib/forms/use-debounced-valid.ts';
import { loadSettings, useMailingForm } from './use-mailing-form.ts';

// NOTE: each step loads when it is opened, so that every step fits the limit of a first visit.
const RecipientsSection = lazy(async () => {
  const [{ RecipientsSection: section }] = await Promise.all([
    import('./RecipientsSection.tsx'),
    loadTexts(['audiences']),
  ]);
  return { default: section };
});
const MessageSection = lazy(async () => ({ default: (await import('./MessageSection.tsx')).MessageSection }));
const CheckSection = lazy(async () => {
  const [{ CheckSection: section }] = await Promise.all([
    import('#web/mailings/checking/CheckSection.tsx'),
    loadTexts(['delivery', 'rules', 'mailing_warnings']),
  ]);
  return { default: section };
});
const AudiencePane = lazy(async () => {
  const [{ AudiencePane: pane }] = await Promise.all([import('./AudiencePane.tsx'), loadTexts(['audiences', 'rules'])]);
  return { default: pane };
});
const MailingPreviewPane = lazy(async () => ({
  default: (await import('./MailingPreviewPane.tsx')).MailingPreviewPane,
}));
const MailingRun = lazy(async () => {
  const [{ MailingRun: run }] = await Promise.all([import('#web/mailings/runs/MailingRun.tsx'), loadTexts(['rules'])]);
  return { default: run };
});
const TimingSection = lazy(async () => ({ default: (await import('./TimingSection.tsx')).TimingSection }));

type Props = {
  mailing: Mailing;
  step: Step;
  /** Button that opens its versions. */
  history: ReactNode;
  /** Remounts the editor with the saved mailing. */
  onRenew: () => void;
};

/** Editor of one mailing in steps: who gets it, what they get, and when. */
export function MailingEditor({ mailing, step, history, onRenew }: Props) {
  const t = useTexts();
  const navigate = useNavigate();
  const linkTo = (name: Step) => ({
    to: '/distributions/edit/$mailingId/{-$step}',
    params: { mailingId: mailing.id, step: name },
  });
  const goTo = (name: Step) => void navigate({ ...linkTo(name), replace: true });
  const isGoingOn = useRef(false);
  const steps = stepsOf(mailing);
  const next = steps[steps.indexOf(step) + 1];
  const goOn = () => {
    if (isGoingOn.current && next) goTo(next);
    isGoingOn.current = false;
  };
  const { editor, bind, overtaken } = useMailingForm(mailing, goOn, onRenew);
  const values = editor.form.getValues();
  const isDirty = editor.form.isDirty();
  const settled = useDebouncedValid(values.settings, loadSettings);
  const [shownText, setShownText] = useState<TextChoice>('default');
  const trouble = mailingTrouble(mailing, t);
  const stepLabel = (name: Step) => t(`mailings:editor.step.${name}`);
  return (
    <SenderEditor
      sender={mailingSender}
      title={mailing.title}
      state={
        <StatusBadge
          isOfMailing
          status={mailing.status}
          mode={mailing.mode}
          isDraft={mailing.status === 'none'}
          reason={trouble ?? undefined}
        />
      }
      actions={history}
      alerts={<Running mailing={mailing} />}
      editor={editor}
      overtaken={overtaken}
      steps={steps}
      step={step}
      stepLabel={stepLabel}
      stepOfField={stepOfField}
      linkTo={linkTo}
      next={
        next && (
          <Button
            type={isDirty ? 'submit' : 'button'}
            disabled={editor.isBusy}
            onClick={() => {
              if (isDirty) isGoingOn.current = true;
              else goTo(next);
            }}
          >
            {t('flows:editor.to_step', { step: stepLabel(next) })}
          </Button>
        )
      }
      isNextMain
      previewLabel={step === 'who' ? t('mailings:who.tab') : undefined}
      preview={
        step === 'who' ? (
          <AudiencePane mailingId={mailing.id} settled={settled} chosen={values.settings.audience} />
        ) : (
          <MailingPreviewPane
            settings={values.settings}
            settled={settled}
            language={shownText === 'default' || step !== 'what' ? undefined : shownText}
            testPhones={values.testPhones}
          />
        )
      }
    >
      {step === 'who' && <RecipientsSection form={bind} mailing={mailing} />}
      {step === 'what' && <MessageSection form={bind} settled={settled} shown={shownText} onShow={setShownText} />}
      {step === 'when' && <TimingSection form={bind} />}
      {step === 'check' && <CheckSection form={bind} mailing={mailing} settled={settled} isDirty={isDirty} />}
    </SenderEditor>
  );
}

/** The progress of a mailing that is no draft any more, and what can be done with it. */
function Running({ mailing }: Pick<Props, 'mailing'>) {
  if (mailing.status === 'none') return null;
  return (
    <Suspense fallback={<Skeleton height={120} mb="md" />}>
      <MailingRun mailing={mailing} />
    </Suspense>
  );
}
