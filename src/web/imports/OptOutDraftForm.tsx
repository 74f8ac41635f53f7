import { Button, Card, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { ContactImport } from '#contract/imports/calls.ts';
import { LONGEST_REASON, OPT_OUT_SCOPES } from '#contract/contacts/values.ts';
import { FOREVER, toPeriod } from '#web/contacts/opt-out-period.ts';
import { PeriodFields } from '#web/contacts/PeriodFields.tsx';
import { fieldReasons } from '#web/lib/api/call-errors.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { ColumnsCard } from './DraftForm.tsx';
import { useStartOptOutImport } from './use-imports.ts';

const READ_FIELDS = ['phone', 'note'] as const;

/** The preview of a file of numbers that must not be messaged: its columns, what is stopped, why and until when. */
export function OptOutDraftForm({ draft }: { draft: ContactImport }) {
  const t = useTexts();
  const format = useFormat();
  const start = useStartOptOutImport(draft.id);
  const [fields, setFields] = useState(() => draft.columns.map(({ field }) => wordIn(READ_FIELDS, field) ?? null));
  const [settings, setSettings] = useState({ scope: 'all', note: '', allowsForeign: true, ...FOREVER });
  const { scope, note, allowsForeign, ...period } = settings;
  const change = (next: Partial<typeof settings>) => setSettings({ ...settings, ...next });
  const isWithoutPhone = !fields.includes('phone');
  const [dayReason] = fieldReasons(start.error)['period.day'] ?? [];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isWithoutPhone) return;
    const bounds = { scope: wordIn(OPT_OUT_SCOPES, scope) ?? 'all', period: toPeriod(period) };
    start.mutate({ ...bounds, columns: fields, note, allowsForeign });
  };
  return (
    <form noValidate onSubmit={submit}>
      <ColumnsCard
        draft={draft}
        fields={fields}
        offered={READ_FIELDS}
        onChange={(next) => setFields(next.map((field) => wordIn(READ_FIELDS, field) ?? null))}
      />
      <Card component="section" mb="md" aria-label={t('imports:settings')}>
        <Stack>
          <NativeSelect
            label={t('contacts:what')}
            value={scope}
            data={OPT_OUT_SCOPES.map((value) => ({ value, label: t(`contacts:scope.${value}`) }))}
            onChange={({ currentTarget }) => change({ scope: currentTarget.value })}
          />
          <PeriodFields values={period} reason={dayReason} onChange={change} />
          <TextInput
            label={t('contacts:note')}
            description={t('imports:opt_outs.note_help')}
            maxLength={LONGEST_REASON}
            value={note}
            onChange={({ currentTarget }) => change({ note: currentTarget.value })}
          />
          <Checkbox
            label={t('imports:allows_foreign')}
            checked={allowsForeign}
            onChange={({ currentTarget }) => change({ allowsForeign: currentTarget.checked })}
          />
          <Text size="sm" c="dimmed">
            {t('imports:opt_outs.only_adds')}
          </Text>
        </Stack>
      </Card>
      {!dayReason && <FormFailure error={start.error} />}
      <FormActions>
        <Button type="submit" loading={start.isPending} disabled={isWithoutPhone}>
          {t('imports:opt_outs.start', { count: draft.total, rows: format.number(draft.total) })}
        </Button>
      </FormActions>
    </form>
  );
}
