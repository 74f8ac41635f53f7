import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Assistant } from '#contract/assistants/calls.ts';
import type { AssistantRun } from '#contract/assistants/runs.ts';
import { useDollars } from '#web/assistants/use-models.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { useEstimate, useStartRun } from './use-cases.ts';

type Props = { assistant: Assistant; isDirty: boolean; onClose: () => void };

/** The save that is tested, how often, and the price, which a member agrees to. */
export function RunDialog({ assistant, isDirty, onClose }: Props) {
  const t = useTexts();
  const format = useFormat();
  const dollars = useDollars();
  const { id, version, publishedVersion } = assistant;
  const hasBoth = publishedVersion !== null && publishedVersion !== version;
  const [subject, setSubject] = useState<'draft' | 'published'>('draft');
  const [repeats, setRepeats] = useState<AssistantRun['repeats']>(1);
  const estimate = useEstimate(id, repeats);
  const start = useStartRun(id);
  const cost = estimate.data;
  const confirm = async () => {
    if (!cost) return;
    await start.mutateAsync({ subject, repeats, capMicroUsd: cost.capMicroUsd });
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('cases:run.dialog')}
      confirmLabel={cost ? t('cases:run.pay', { sum: dollars(cost.costMicroUsd) }) : t('cases:run.start')}
      isBusy={start.isPending || !cost}
      figures={
        cost
          ? [
              { label: t('cases:run.talks'), value: format.number(cost.talks) },
              { label: t('cases:run.about'), value: dollars(cost.costMicroUsd) },
              { label: t('cases:run.at_most'), value: dollars(cost.capMicroUsd) },
              { label: t('cases:run.balance'), value: dollars(cost.balanceMicroUsd) },
            ]
          : []
      }
      onConfirm={() => void confirm().catch(() => undefined)}
      onClose={onClose}
    >
      <Stack mt="md">
        {hasBoth && (
          <ChoiceBar
            label={t('cases:run.subject')}
            value={subject}
            options={[
              { value: 'draft', label: t('cases:run.draft') },
              { value: 'published', label: t('cases:run.published') },
            ]}
            onChange={setSubject}
          />
        )}
        {isDirty && <Text c="attention">{t('cases:run.unsaved')}</Text>}
        <div>
          <ChoiceBar
            label={t('cases:run.repeats')}
            value={repeats === 1 ? 'once' : 'four'}
            options={[
              { value: 'once', label: t('cases:run.once') },
              { value: 'four', label: t('cases:run.four') },
            ]}
            onChange={(value) => setRepeats(value === 'once' ? 1 : 4)}
          />
          <Text size="sm" c="dimmed" mt={6}>
            {t('cases:run.repeats_help')}
          </Text>
        </div>
        <FormFailure error={start.error ?? estimate.error} />
      </Stack>
    </ConfirmDialog>
  );
}
