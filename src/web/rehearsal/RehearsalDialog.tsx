import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { MAX_REHEARSED, REHEARSAL_DAYS } from '#contract/rehearsal/values.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import type { Rehearsed } from '#web/flows/list/RehearsalDialogSlot.tsx';
import { useFlowChoices } from '#web/delivery/use-flow-choices.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { ManySelect } from '#web/ui/fields/ManySelect.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { useStartRehearsal } from './use-rehearsals.ts';

type Props = { of: Rehearsed; days?: Days; onClose: () => void };

type Days = (typeof REHEARSAL_DAYS)[number];

/** Asks over how many days flows shall be played, and begins. */
export function RehearsalDialog({ of, days: usualDays = 30, onClose }: Props) {
  const t = useTexts();
  const start = useStartRehearsal();
  const [days, setDays] = useState<Days>(usualDays);
  const [chosen, setChosen] = useState<FlowId[]>([]);
  const [isRequested, setRequested] = useState(false);
  const given = of !== 'choose' && 'flowIds' in of ? of.flowIds : [];
  const flowIds = of === 'choose' ? chosen : [...given];
  const isUnsaved = of !== 'choose' && 'unsaved' in of;
  const trouble = troubleOf();

  function troubleOf(): string | null {
    if (isUnsaved) return null;
    if (flowIds.length === 0) return t('rehearsal:dialog.flows_missing');
    if (flowIds.length > MAX_REHEARSED) return t('rehearsal:dialog.flows_limit', { count: MAX_REHEARSED });
    return null;
  }
  function textOf(): string {
    if (isUnsaved) return t('rehearsal:dialog.unsaved');
    if (flowIds.length < 2) return t('rehearsal:dialog.text');
    return t('rehearsal:dialog.together', { count: flowIds.length });
  }
  function submit(): void {
    setRequested(true);
    if (trouble) return;
    start.mutate({ days, ...(isUnsaved ? { unsaved: of.unsaved } : { flowIds }) }, { onSuccess: onClose });
  }
  return (
    <Dialog title={t('rehearsal:start')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack>
          <Text>{textOf()}</Text>
          {of === 'choose' && <FlowChoice chosen={chosen} onChoose={setChosen} />}
          <div>
            <Text fw={550} mb={6}>
              {t('rehearsal:dialog.days')}
            </Text>
            <ChoiceBar
              label={t('rehearsal:dialog.days')}
              value={String(days)}
              options={REHEARSAL_DAYS.map((count) => ({
                value: String(count),
                label: t('rehearsal:days', { count }),
              }))}
              onChange={(value) => setDays(REHEARSAL_DAYS.find((one) => String(one) === value) ?? days)}
            />
          </div>
          {isRequested && trouble && <TroubleAlert tone="attention">{trouble}</TroubleAlert>}
          {start.isError && <TroubleAlert tone="bad">{problemText(start.error, t)}</TroubleAlert>}
          <FormActions isDialog>
            <Button type="submit" loading={start.isPending}>
              {t('rehearsal:dialog.submit')}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  );
}

function FlowChoice({ chosen, onChoose }: { chosen: FlowId[]; onChoose: (ids: FlowId[]) => void }) {
  const t = useTexts();
  const flows = useFlowChoices();
  return (
    <ManySelect
      label={t('rehearsal:dialog.flows')}
      description={t('rehearsal:dialog.flows_help')}
      placeholder={t('rehearsal:dialog.flows_choose')}
      data={flows.map(({ id, title }) => ({ value: id, label: title }))}
      value={chosen}
      onChange={onChoose}
    />
  );
}
