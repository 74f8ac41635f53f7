import { Button, Card, Skeleton, Text, TextInput } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { OvertakenAlert } from '#web/lib/forms/OvertakenAlert.tsx';
import type { Overtaking } from '#web/lib/forms/versioned-form.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { Sender } from '#web/senders/sender.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { DraftOffer } from '#web/ui/fields/DraftOffer.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SplitEditor } from '#web/ui/layout/SplitEditor.tsx';
import { StepLinks } from '#web/ui/layout/StepLinks.tsx';
import type { RowLink } from '#web/ui/lists/list.ts';
import classes from '#web/senders/senders.module.css';
import type { useSenderForm } from './use-sender-form.ts';

type Editor = ReturnType<typeof useSenderForm<object, Record<string, unknown>>>['editor'];

type Props<Step extends string> = {
  sender: Sender;
  /** As it is saved. */
  title: string;
  /** Below the title. */
  state: ReactNode;
  /** Beside the title. */
  actions: ReactNode;
  /** Between title and form. */
  alerts: ReactNode;
  editor: Pick<Editor, 'formProps' | 'isBusy' | 'failure' | 'failureText' | 'draft'> & {
    form: Pick<Editor['form'], 'errors' | 'isDirty'>;
    field: (name: 'title') => object;
  };
  overtaken: Overtaking | null;
  /** In their order; the title is a field of the first one. */
  steps: readonly Step[];
  step: Step;
  stepLabel: (step: Step) => string;
  /** The step a field of the form belongs to, so that an error can be shown where it is. */
  stepOfField: (path: string) => Step;
  linkTo: (step: Step) => RowLink;
  /** Beside the name of a step. */
  stepNote?: (step: Step) => ReactNode;
  /** Above the steps. */
  summary?: ReactNode;
  /** Above the buttons. */
  foot?: ReactNode;
  /** Button that leads to the next step; null on the last one. */
  next: ReactNode;
  /** Whether that button is the main one. */
  isNextMain?: boolean;
  preview: ReactNode;
  /** Label of the preview tab on a phone; the default names the client's view. */
  previewLabel: string | undefined;
  /** The open step. */
  children: ReactNode;
};

/** The editor of one sender in steps, with its preview. */
export function SenderEditor<Step extends string>(props: Props<Step>) {
  const { sender, editor, steps, step, stepLabel, stepOfField, linkTo, stepNote } = props;
  const { form, formProps, draft } = editor;
  const t = useTexts();
  const stepsWithErrors = new Set(Object.keys(form.errors).map(stepOfField));
  return (
    <>
      <PageHead title={props.title} backTo={sender.path} action={props.actions} state={props.state} />
      <DraftOffer draft={draft} className={classes.alert} />
      {props.alerts}
      <SplitEditor
        previewLabel={props.previewLabel}
        form={
          <form {...formProps} className={classes.form}>
            {props.summary}
            <StepLinks
              label={t('flows:editor.steps')}
              current={step}
              steps={steps.map((name) => ({
                key: name,
                label: stepLabel(name),
                link: linkTo(name),
                isWrong: stepsWithErrors.has(name),
                note: stepNote?.(name),
              }))}
            />
            <Card>
              {step === steps[0] && <TextInput label={t('flows:name')} mb="md" {...editor.field('title')} />}
              <Suspense fallback={<Skeleton height={280} />}>{props.children}</Suspense>
            </Card>
            <Foot {...props} wrongElsewhere={stepsWithErrors.has(step) ? [] : [...stepsWithErrors]} />
          </form>
        }
        preview={<Suspense fallback={<Skeleton height={520} />}>{props.preview}</Suspense>}
      />
    </>
  );
}

type FootProps<Step extends string> = Pick<
  Props<Step>,
  'sender' | 'editor' | 'overtaken' | 'stepLabel' | 'foot' | 'next' | 'isNextMain'
> & {
  /** Other steps with errors, while the open one has none. */
  wrongElsewhere: readonly Step[];
};

/** Reasons why the sender is not saved, and the buttons. */
function Foot<Step extends string>(props: FootProps<Step>) {
  const { sender, editor, overtaken, stepLabel, foot, next, isNextMain, wrongElsewhere } = props;
  const { form, isBusy, failure, failureText } = editor;
  const t = useTexts();
  return (
    <div className={classes.foot}>
      {foot}
      {wrongElsewhere.length > 0 && (
        <TroubleAlert tone="bad">
          {t('flows:editor.errors_elsewhere', { steps: wrongElsewhere.map(stepLabel).join(', ') })}
        </TroubleAlert>
      )}
      {overtaken && <OvertakenAlert title={t(`${sender.room}:editor.overtaken.title`)} overtaking={overtaken} />}
      {failure !== null && !isRefused(failure, `${sender.noun}.changed_meanwhile`) && (
        <TroubleAlert tone="bad">{failureText}</TroubleAlert>
      )}
      <div className={classes.bar}>
        <Button type="submit" loading={isBusy} variant={isNextMain && next ? 'default' : undefined}>
          {t('flows:editor.save')}
        </Button>
        {next}
        {form.isDirty() && (
          <Text size="sm" c="dimmed">
            {t('flows:editor.unsaved')}
          </Text>
        )}
      </div>
    </div>
  );
}
