import { Button, Paper, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { getNightBotDraft, NightBotAnswers } from '#contract/assistants/night-bot.ts';
import { NIGHT_BOT_STEPS } from '#contract/assistants/values.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { fieldText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { reasonsFor, useContractForm } from '#web/lib/forms/form.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { StepLinks } from '#web/ui/layout/StepLinks.tsx';
import { AnswersStep } from './AnswersStep.tsx';
import { BusinessStep } from './BusinessStep.tsx';
import classes from './night.module.css';
import { PlaceStep } from './PlaceStep.tsx';
import { SummaryStep } from './SummaryStep.tsx';
import { useCreateNightBot, useKeepNightBot } from './use-night-bot.ts';

type Draft = ReplyOf<typeof getNightBotDraft>;

const STEPS = ['place', 'business', 'answers', 'summary'] as const;
/** The fields that each step asks for. */
const FIELDS = {
  place: ['branchId', 'channelId', 'botName'],
  business: ['businessName', 'address', 'mapLink', 'days'],
  answers: ['bookingLink', 'socialLinks', 'paymentMethods'],
  summary: ['notifyPhone'],
} as const satisfies Record<(typeof STEPS)[number], readonly (keyof NightBotAnswers)[]>;

const SCHEMAS = {
  place: async () => (await loadBody()).pick({ branchId: true, channelId: true, botName: true }),
  business: async () => (await loadBody()).pick({ businessName: true, address: true, mapLink: true, days: true }),
  answers: async () => (await loadBody()).pick({ bookingLink: true, socialLinks: true, paymentMethods: true }),
  summary: async () => (await loadBody()).pick({ notifyPhone: true }),
} as const;

/** A pause in typing, after which the answers are stored. */
const TYPING_PAUSE_MS = 700;

const loadBody = async () => (await import('#contract/assistants/night-bot.ts')).createNightBot.body;

/** The number of the step that asks for a field. */
function stepOf(path: string): number {
  const [field] = path.split('.');
  return STEPS.findIndex((name) => FIELDS[name].some((one) => one === field)) + 1;
}

type Props = {
  draft: Draft;
  /** From 1. */
  step: number;
  onStep: (step: number) => void;
  onMade: (id: AssistantId) => void;
};

/** The four steps of a night bot; what is typed is kept on the server at each pause and each step. */
export function NightBotForm({ draft, step, onStep, onMade }: Props) {
  const t = useTexts();
  const [answers, setAnswers] = useState(draft.answers);
  const keep = useKeepNightBot();
  const create = useCreateNightBot();
  const stored = useRef(JSON.stringify({ step: draft.step, answers: draft.answers }));
  const store = async (changed: NightBotAnswers, next: number) => {
    setAnswers(changed);
    const written = JSON.stringify({ step: next, answers: changed });
    if (written === stored.current) return;
    await keep.mutateAsync({ step: next, answers: changed });
    stored.current = written;
  };
  const submit = async (values: NightBotAnswers) => {
    if (step < NIGHT_BOT_STEPS) {
      await store(values, step + 1);
      onStep(step + 1);
      return;
    }
    setAnswers(values);
    const [wrong] = Object.keys(await reasonsFor(await loadBody(), values));
    if (wrong !== undefined && stepOf(wrong) !== step) onStep(stepOf(wrong));
    else onMade((await create.mutateAsync(values)).id);
  };
  const goBack = (values: NightBotAnswers) => {
    setAnswers(values);
    onStep(step - 1);
  };
  const toSearch = (number: number) => ({ to: '.', search: (before: object) => ({ ...before, step: number }) });
  const name = STEPS[step - 1] ?? 'place';
  return (
    <div className={classes.form}>
      <StepLinks
        label={t('assistants:night.steps')}
        current={name}
        steps={STEPS.map((one, index) => ({
          key: one,
          label: t(`assistants:night.step.${one}`),
          link: toSearch(index + 1),
        }))}
      />
      <StepForm
        key={name}
        name={name}
        answers={answers}
        draft={draft}
        onTyped={(values) => void store(values, step).catch(() => undefined)}
        onBack={step > 1 ? goBack : undefined}
        onHours={() => onStep(stepOf('days'))}
        onSubmit={submit}
      />
    </div>
  );
}

type StepProps = {
  name: (typeof STEPS)[number];
  answers: NightBotAnswers;
  draft: Draft;
  /** The person paused. */
  onTyped: (values: NightBotAnswers) => void;
  onBack: ((values: NightBotAnswers) => void) | undefined;
  /** Shows the step with the work hours. */
  onHours: () => void;
  onSubmit: (values: NightBotAnswers) => Promise<void>;
};

function StepForm({ name, answers, draft, onTyped, onBack, onHours, onSubmit }: StepProps) {
  const t = useTexts();
  const editor = useContractForm<NightBotAnswers>({
    schema: SCHEMAS[name],
    initial: answers,
    submit: onSubmit,
  });
  const { form, failure } = editor;
  const values = form.getValues();
  const typed = useRef(onTyped);
  useEffect(() => void (typed.current = onTyped));
  const written = JSON.stringify(values);
  useEffect(() => {
    const timer = setTimeout(() => typed.current(form.getValues()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the form is another object at each draw
  }, [written]);
  const fields: StepFields = {
    values,
    change: (part) => {
      form.setValues(part);
      for (const field of Object.keys(part)) form.clearFieldError(field);
    },
    field: editor.field,
    errorOf: (path) => {
      const reason = form.errors[path];
      return typeof reason === 'string' ? fieldText(reason, t) : undefined;
    },
    draft,
  };
  const isLast = name === 'summary';
  return (
    <form {...editor.formProps}>
      <Paper withBorder className={classes.card}>
        <Title order={2}>{t(`assistants:night.question.${name}`)}</Title>
        {name === 'place' && <PlaceStep {...fields} />}
        {name === 'business' && <BusinessStep {...fields} />}
        {name === 'answers' && <AnswersStep {...fields} />}
        {name === 'summary' && <SummaryStep {...fields} />}
        <FormFailure
          error={failure}
          title={t(isLast ? 'assistants:night.failed' : 'assistants:night.not_kept')}
          action={
            isRefused(failure, 'night_bot.no_night') && (
              <LinkButton onClick={onHours}>{t('assistants:night.change_hours')}</LinkButton>
            )
          }
        />
        <FormActions>
          {onBack && (
            <Button variant="default" onClick={() => onBack(values)}>
              {t('assistants:night.back')}
            </Button>
          )}
          <Button type="submit" loading={editor.isBusy}>
            {t(isLast ? 'assistants:night.create' : 'assistants:night.next')}
          </Button>
        </FormActions>
      </Paper>
    </form>
  );
}

/** Values of a step, what changes them, and the errors of its fields. */
export type StepFields = {
  values: NightBotAnswers;
  change: (part: Partial<NightBotAnswers>) => void;
  field: ReturnType<typeof useContractForm<NightBotAnswers>>['field'];
  errorOf: (path: string) => string | undefined;
  draft: Draft;
};
