import { Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ItemVerdict } from '#contract/quality/reports.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { useIsOwner } from '#web/quality/use-shared.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { useDisagree } from './use-report.ts';

type Props = { verdict: ItemVerdict; rootCauses: readonly string[]; onClose: () => void };

const ANSWERS = ['yes', 'no', 'na'] as const;

/** The verdict that is wanted, and the reason. An owner changes it at once, staff send it to the owner. */
export function DisagreeForm({ verdict: { id, verdict }, rootCauses, onClose }: Props) {
  const t = useTexts();
  const isOwner = useIsOwner();
  const answers = ANSWERS.filter((one) => one !== verdict);
  const [wanted, setWanted] = useState<(typeof ANSWERS)[number]>(answers[0] ?? 'yes');
  const [reason, setReason] = useState('');
  const [rootCause, setRootCause] = useState('');
  const disagree = useDisagree(id);

  async function send(): Promise<void> {
    const hasCause = wanted === 'no' && rootCause !== '';
    const next = await disagree.mutateAsync({ wanted, reason, rootCause: hasCause ? rootCause : null });
    toast.success({ title: t(next.dispute?.state === 'open' ? 'quality:disagree.sent' : 'quality:disagree.changed') });
    onClose();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send().catch(() => undefined); // NOTE: the failure is drawn from the mutation
      }}
    >
      <Stack gap="sm">
        <ChoiceBar
          label={t('quality:disagree.wanted')}
          value={wanted}
          options={answers.map((value) => ({ value, label: t(`quality:verdict.${value}`) }))}
          onChange={setWanted}
        />
        <Textarea
          label={t('quality:disagree.reason')}
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {wanted === 'no' && rootCauses.length > 0 && (
          <NativeSelect
            label={t('quality:root_cause')}
            value={rootCause}
            data={[{ value: '', label: t('quality:disagree.no_cause') }, ...rootCauses]}
            onChange={({ currentTarget }) => setRootCause(currentTarget.value)}
          />
        )}
        {!isOwner && (
          <Text size="sm" c="dimmed">
            {t('quality:disagree.staff')}
          </Text>
        )}
        <FormFailure error={disagree.error} />
        <FormActions isDialog>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" loading={disagree.isPending}>
            {t(isOwner ? 'quality:disagree.change' : 'quality:disagree.send')}
          </Button>
        </FormActions>
      </Stack>
    </form>
  );
}
