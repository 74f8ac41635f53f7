import { Skeleton, Switch } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { MailingExperiment } from '#contract/mailings/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { MailingForm } from './mailing-form.ts';
import classes from '#web/mailings/mailings.module.css';

// NOTE: few mailings compare texts, and the step must fit the limit of a first visit.
const ExperimentFields = lazy(async () => ({ default: (await import('./ExperimentFields.tsx')).ExperimentFields }));

/** Texts that are compared on a part of the recipients; the one that does best goes to the others. */
export function VariantsField({ form }: { form: MailingForm }) {
  const t = useTexts();
  const { experiment, content } = form.settings;
  const begin = (): MailingExperiment => ({
    variants: [{ default: content.texts.default }],
    sharePercent: 20,
    metric: 'replies',
    decideAfterHours: 24,
    otherwise: 'send_best',
  });
  return (
    <div className={classes.block}>
      <Switch
        label={t('mailings:ab.switch')}
        description={t('mailings:ab.help')}
        checked={experiment !== null}
        disabled={form.isStarted}
        onChange={({ currentTarget }) => form.change({ experiment: currentTarget.checked ? begin() : null })}
      />
      {experiment && (
        <fieldset className={classes.plain} disabled={form.isStarted}>
          <Suspense fallback={<Skeleton height={280} />}>
            <ExperimentFields form={form} experiment={experiment} />
          </Suspense>
        </fieldset>
      )}
    </div>
  );
}
