import { Button, Card, Skeleton, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Mailing } from '#contract/mailings/calls.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { loadTexts, useTexts } from '#web/lib/format/i18n.ts';
import { OvertakenAlert } from '#web/lib/forms/OvertakenAlert.tsx';
import type { TextChoice } from '#web/texts/editor/LanguageTexts.tsx';
import { DraftOffer } from '#web/ui/fields/DraftOffer.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SplitEditor } from '#web/ui/layout/SplitEditor.tsx';
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx';
import { StepLinks } from '#web/ui/layout/StepLinks.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { mailingTrouble } from '#web/mailings/runs/error-words.ts';
import { MailingHistory } from '#web/mailings/runs/MailingHistory.tsx';
import classes from '#web/mailings/mailings.module.css';
import { STEPS, type Step, stepOfField } from './steps.ts';
import { loadSettings } from './use-mailing-trials.ts';
import { useDebouncedValid } from '#web/lib/forms/use-debounced-valid.ts';
import { useMailingForm } from './use-mailing-form.ts';

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
    loadTexts(['delivery', 'rules']),
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
  /** Remounts the editor with the saved mailing. */
  onRenew: () => void;
};

/** Editor of one mailing in steps: who gets it, what they get, and when. */
export function MailingEditor({ mailing, step, onRenew }: Props) {
  const t = useTexts();
  const navigate = useNavigate();
  const linkTo = (name: Step) => ({
    to: '/distributions/edit/$mailingId/{-$step}',
    params: { mailingId: mailing.id, step: name },
  });
  const goTo = (name: Step) => void navigate({ ...linkTo(name), replace: true });
  const isGoingOn = useRef(false);
  const steps = STEPS.filter((name) => name !== 'check' || mailing.status === 'none');
  const next = steps[steps.indexOf(step) + 1];
  const goOn = () => {
    if (isGoingOn.current && next) goTo(next);
    isGoingOn.current = false;
  };
  const { editor, bind, overtaken } = useMailingForm(mailing, goOn, onRenew);
  const { form, formProps, isBusy, failure, failureText, draft } = editor;
  const values = form.getValues();
  const isDirty = form.isDirty();
  const settled = useDebouncedValid(values.settings, loadSettings);
  const [shownText, setShownText] = useState<TextChoice>('default');
  const trouble = mailingTrouble(mailing, t);
  const stepsWithErrors = new Set(Object.keys(form.errors).map(stepOfField));

  return (
    <>
      <PageHead
        title={mailing.title}
        backTo="/distributions"
        action={<MailingHistory mailing={mailing} />}
        state={
          <StatusBadge
            status={mailing.status}
            mode={mailing.mode}
            isDraft={mailing.status === 'none'}
            reason={trouble ?? undefined}
          />
        }
      />
      <DraftOffer draft={draft} className={classes.alert} />
      <Running mailing={mailing} />
      <SplitEditor
        previewLabel={step === 'who' ? t('mailings:who.tab') : undefined}
        form={
          <form {...formProps} className={classes.form}>
            <StepLinks
              label={t('flows:editor.steps')}
              current={step}
              steps={steps.map((name) => ({
                key: name,
                label: t(`mailings:step.${name}`),
                link: linkTo(name),
                isWrong: stepsWithErrors.has(name),
              }))}
            />
            <Card>
              {step === 'who' && <TextInput label={t('flows:name')} mb="md" {...editor.field('title')} />}
              <Suspense fallback={<Skeleton height={280} />}>
                {step === 'who' && <RecipientsSection form={bind} mailing={mailing} />}
                {step === 'what' && (
                  <MessageSection form={bind} settled={settled} shown={shownText} onShow={setShownText} />
                )}
                {step === 'when' && <TimingSection form={bind} />}
                {step === 'check' && <CheckSection form={bind} mailing={mailing} settled={settled} isDirty={isDirty} />}
              </Suspense>
            </Card>
            <div className={classes.foot}>
              {stepsWithErrors.size > 0 && !stepsWithErrors.has(step) && (
                <TroubleAlert tone="bad">
                  {t('flows:editor.errors_elsewhere', {
                    steps: [...stepsWithErrors].map((name) => t(`mailings:step.${name}`)).join(', '),
                  })}
                </TroubleAlert>
              )}
              {overtaken && <OvertakenAlert title={t('mailings:editor.overtaken')} overtaking={overtaken} />}
              {failure !== null && !isRefused(failure, 'distribution.changed_meanwhile') && (
                <TroubleAlert tone="bad">{failureText}</TroubleAlert>
              )}
              <div className={classes.bar}>
                <Button type="submit" loading={isBusy} variant={next ? 'default' : undefined}>
                  {t('flows:editor.save')}
                </Button>
                {next && (
                  <Button
                    type={form.isDirty() ? 'submit' : 'button'}
                    disabled={isBusy}
                    onClick={() => {
                      if (form.isDirty()) isGoingOn.current = true;
                      else goTo(next);
                    }}
                  >
                    {t('flows:editor.to_step', { step: t(`mailings:step.${next}`) })}
                  </Button>
                )}
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
          <Suspense fallback={<Skeleton height={520} />}>
            {step === 'who' ? (
              <AudiencePane mailingId={mailing.id} settled={settled} chosen={values.settings.audience} />
            ) : (
              <MailingPreviewPane
                settings={values.settings}
                settled={settled}
                language={shownText === 'default' || step !== 'what' ? undefined : shownText}
                testPhones={values.testPhones}
              />
            )}
          </Suspense>
        }
      />
    </>
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
