import { Alert, Button, Modal, Select, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { showDone } from '../api.ts';
import { useTexts } from '../texts.tsx';
import type { Action, Field, Row, Table } from './types.ts';
import { runStaffAction, useStaffFields } from './use-staff.ts';

type Props = { table: Table; action: Action; row: Row | null; onClose(): void };

/** One action of the staff: its fields, and the system's refusal. */
export function ActionDialog({ table, action, row, onClose }: Props) {
  const { t, language } = useTexts();
  const fields = useStaffFields(table, action, row);
  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
      title={<Text fw={650}>{action.title[language]}</Text>}
    >
      {row && (
        <Text fz={13} c="var(--page-quiet)" mb="sm">
          {row.cells.filter(Boolean).join(' · ')}
        </Text>
      )}
      {fields.isError && <Alert color="red">{fields.error.message}</Alert>}
      {fields.isPending && <Skeleton height={120} radius={12} />}
      {fields.data && <Form table={table} action={action} row={row} fields={fields.data} onClose={onClose} />}
    </Modal>
  );
}

function Form({ table, action, row, fields, onClose }: Props & { fields: readonly Field[] }) {
  const { t } = useTexts();
  const [values, setValues] = useState(() => Object.fromEntries(fields.map(({ name, value }) => [name, value])));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const submit = async () => {
    setSaving(true);
    setRefusal(null);
    try {
      await runStaffAction(table, action, row, values);
      showDone(t('staffDo'));
      onClose();
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="sm">
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        {refusal !== null && <Alert color="red">{refusal}</Alert>}
        <Button type="submit" loading={isSaving} fullWidth size="md" mt="xs">
          {t('staffRun')}
        </Button>
      </Stack>
    </form>
  );
}

function FieldInput({ field, value, onChange }: { field: Field; value: string; onChange(value: string): void }) {
  const { language } = useTexts();
  const label = field.label[language];
  if (field.kind === 'choice')
    return (
      <Select
        label={label}
        value={value}
        onChange={(next) => onChange(next ?? '')}
        data={field.options ?? []}
        searchable={(field.options ?? []).length > 8}
        allowDeselect={false}
      />
    );
  const common = {
    label,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (field.kind === 'long_text') return <Textarea {...common} autosize minRows={3} />;
  return <TextInput {...common} type={field.kind === 'when' ? 'datetime-local' : 'text'} />;
}
