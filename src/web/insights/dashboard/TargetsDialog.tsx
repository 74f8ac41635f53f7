import { ActionIcon, Button, Skeleton, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { BranchId } from '#contract/connections/calls.ts';
import type { Target, TargetMetric } from '#contract/insights/dashboard.ts';
import { TARGET_METRICS } from '#contract/insights/values.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { targetText, targetValue } from './target-values.ts';
import { useSaveTargets, useTargets } from './use-dashboard.ts';
import classes from './dashboard.module.css';

type Props = { branchId: BranchId | undefined; branchTitle: string | undefined; onClose: () => void };

/** Sets, changes and removes the monthly targets of the business or of a branch. */
export function TargetsDialog({ branchId, branchTitle, onClose }: Props) {
  const t = useTexts();
  const targets = useTargets(branchId);
  const title = branchTitle ? t('dashboard:target.title_branch', { branch: branchTitle }) : t('dashboard:target.title');
  return (
    <Dialog title={title} onClose={onClose}>
      <Text size="sm" c="dimmed" mb="md">
        {t('dashboard:target.about')}
      </Text>
      {targets.isPending && (
        <Loading>
          <Skeleton height={280} />
        </Loading>
      )}
      {targets.isError && !targets.data && <Failure error={targets.error} onRetry={targets.refetch} />}
      {targets.data && <TargetsForm {...targets.data} branchId={branchId} onClose={onClose} />}
    </Dialog>
  );
}

type FormProps = { targets: readonly Target[]; currency: string; branchId: BranchId | undefined; onClose: () => void };

type Values = Record<TargetMetric, string>;

function TargetsForm({ targets, currency, branchId, onClose }: FormProps) {
  const t = useTexts();
  const save = useSaveTargets();
  const stored = (metric: TargetMetric) => targets.find((one) => one.metric === metric)?.value ?? null;
  const textOf = (metric: TargetMetric) => targetText(metric, stored(metric), currency);
  const [values, setValues] = useState<Values>({
    revenue: textOf('revenue'),
    visits: textOf('visits'),
    new_clients: textOf('new_clients'),
    no_show_share: textOf('no_show_share'),
  });
  const [isChecked, setChecked] = useState(false);
  const read = (metric: TargetMetric) => targetValue(metric, values[metric], currency);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setChecked(true);
    const form = event.currentTarget;
    const wrong = TARGET_METRICS.find((metric) => read(metric) === 'wrong');
    if (wrong) return void form.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
    const changed = TARGET_METRICS.flatMap((metric) => {
      const value = read(metric);
      return value === 'wrong' || value === stored(metric) ? [] : [{ metric, branchId: branchId ?? null, value }];
    });
    try {
      await save.mutateAsync(changed);
      toast.success({ title: t('dashboard:target.saved') });
      onClose();
    } catch (error) {
      toast.error({ title: problemText(error, t) });
    }
  }
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      {TARGET_METRICS.map((metric, index) => {
        const label = t(`dashboard:target.${metric}`, { currency });
        const words = t(metric === 'no_show_share' ? 'dashboard:target.invalid_share' : 'dashboard:target.invalid');
        return (
          <TextInput
            key={metric}
            name={metric}
            label={label}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus={index === 0 || undefined}
            value={values[metric]}
            error={isChecked && read(metric) === 'wrong' && words}
            rightSection={
              values[metric] !== '' && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('dashboard:target.remove', { title: label })}
                  onClick={() => setValues({ ...values, [metric]: '' })}
                >
                  <IconX size={16} />
                </ActionIcon>
              )
            }
            onChange={({ currentTarget }) => setValues({ ...values, [metric]: currentTarget.value })}
          />
        );
      })}
      <FormActions isDialog>
        <Button type="submit" loading={save.isPending}>
          {t('dashboard:target.save')}
        </Button>
      </FormActions>
    </form>
  );
}
