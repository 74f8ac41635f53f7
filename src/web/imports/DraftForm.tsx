import { Button, Card, Checkbox, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { ContactImport, ImportField, ImportFormat, ImportStart } from '#contract/imports/calls.ts';
import {
  IMPORT_DELIMITERS,
  IMPORT_ENCODINGS,
  IMPORT_FIELDS,
  MAX_LIST_TAGS,
  REPEATABLE_FIELDS,
} from '#contract/imports/values.ts';
import { useTagChoices } from '#web/contacts/tags/use-tags.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { TagsField } from '#web/ui/fields/TagsField.tsx';
import classes from './imports.module.css';
import { useReread, useStartImport } from './use-imports.ts';
import { DateField } from '#web/ui/fields/DateField.tsx';

type Settings = Pick<ImportStart, 'tags' | 'consentSource' | 'updatesExisting' | 'allowsForeign'> & {
  consentedOn: string;
};

const INITIAL: Settings = { tags: [], consentSource: '', consentedOn: '', updatesExisting: false, allowsForeign: true };

/** The preview of a file: what each column means, where the contacts come from, and how they are stored. */
export function DraftForm({ draft }: { draft: ContactImport }) {
  const t = useTexts();
  const format = useFormat();
  const start = useStartImport(draft.id);
  const [fields, setFields] = useState(() => draft.columns.map(({ field }) => field));
  const [settings, setSettings] = useState(INITIAL);
  const [isTouched, setTouched] = useState(false);
  const isWithoutPhone = !fields.includes('phone');
  const consentSource = settings.consentSource.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTouched(true);
    if (isWithoutPhone || consentSource === '') return;
    start.mutate({ ...settings, columns: fields, consentSource, consentedOn: settings.consentedOn || null });
  };
  return (
    <form noValidate onSubmit={submit}>
      <ColumnsCard draft={draft} fields={fields} onChange={setFields} />
      <SettingsCard
        settings={settings}
        isTouched={isTouched}
        onChange={(change) => setSettings({ ...settings, ...change })}
      />
      <FormFailure error={start.error} />
      <FormActions>
        <Button type="submit" loading={start.isPending} disabled={isWithoutPhone}>
          {t('imports:start', { count: draft.total, rows: format.number(draft.total) })}
        </Button>
      </FormActions>
    </form>
  );
}

type Fields = (ImportField | null)[];

/** A meaning that is given to a column is taken from the column that had it, unless several may have it. */
function withField(fields: Fields, index: number, field: ImportField | null): Fields {
  const isRepeatable = REPEATABLE_FIELDS.some((one) => one === field);
  const others = isRepeatable ? fields : fields.map((before) => (before === field ? null : before));
  return others.with(index, field);
}

type ColumnsProps = {
  draft: ContactImport;
  fields: Fields;
  /** The meanings a column may have; all where left out. */
  offered?: readonly ImportField[];
  onChange: (fields: Fields) => void;
};

/** The columns of a file, each with its meaning and its first cells. */
export function ColumnsCard({ draft, fields, offered = IMPORT_FIELDS, onChange }: ColumnsProps) {
  const t = useTexts();
  const choices = [
    { value: '', label: t('imports:field.none') },
    ...offered.map((field) => ({ value: field, label: t(`imports:field.${field}`) })),
  ];
  return (
    <Card component="section" mb="md" aria-label={t('imports:columns')}>
      <Title order={2} mb={4}>
        {t('imports:columns')}
      </Title>
      <Text c="dimmed" mb="md">
        {t('imports:columns_help', { count: draft.total })}
      </Text>
      <FormatFields draft={draft} />
      <ul className={classes.columns}>
        {draft.columns.map(({ title, samples }, index) => {
          if (!title && samples.length === 0) return null;
          const name = title || t('imports:column', { number: index + 1 });
          return (
            <li key={index} className={classes.column}>
              <NativeSelect
                label={name}
                value={fields[index] ?? ''}
                data={choices}
                onChange={({ currentTarget }) =>
                  onChange(withField(fields, index, wordIn(IMPORT_FIELDS, currentTarget.value) ?? null))
                }
              />
              <ol className={classes.samples} aria-label={t('imports:samples', { name })}>
                {samples.map((sample, row) => (
                  <li key={row}>{sample || '—'}</li>
                ))}
              </ol>
            </li>
          );
        })}
      </ul>
      {fields.includes('consent') && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('imports:consent_column_help')}
        </Text>
      )}
      {!fields.includes('phone') && (
        <Text c="bad" mt="sm" role="alert">
          {t('imports:lacks_phone')}
        </Text>
      )}
    </Card>
  );
}

type SettingsProps = { settings: Settings; isTouched: boolean; onChange: (change: Partial<Settings>) => void };

function SettingsCard({ settings, isTouched, onChange }: SettingsProps) {
  const t = useTexts();
  const tagChoices = useTagChoices();
  const isConsentMissing = isTouched && settings.consentSource.trim() === '';
  return (
    <Card component="section" mb="md" aria-label={t('imports:settings')}>
      <Stack>
        <TextInput
          label={t('imports:consent_source')}
          description={t('imports:consent_help')}
          maxLength={200}
          withAsterisk
          value={settings.consentSource}
          error={isConsentMissing ? t('problems:field.required') : undefined}
          onChange={({ currentTarget }) => onChange({ consentSource: currentTarget.value })}
        />
        <DateField
          label={t('imports:consented_on')}
          value={settings.consentedOn}
          onChange={(consentedOn) => onChange({ consentedOn })}
        />
        <TagsField
          label={t('imports:tags')}
          description={t('imports:tags_help')}
          placeholder={t('imports:tags_placeholder')}
          data={tagChoices}
          value={settings.tags}
          onChange={(tags) => onChange({ tags: tags.slice(0, MAX_LIST_TAGS) })}
        />
        <Checkbox
          label={t('imports:updates_existing')}
          description={t('imports:updates_existing_help')}
          checked={settings.updatesExisting}
          onChange={({ currentTarget }) => onChange({ updatesExisting: currentTarget.checked })}
        />
        <Checkbox
          label={t('imports:allows_foreign')}
          checked={settings.allowsForeign}
          onChange={({ currentTarget }) => onChange({ allowsForeign: currentTarget.checked })}
        />
        <Text size="sm" c="dimmed">
          {t('imports:opt_outs_stay')}
        </Text>
      </Stack>
    </Card>
  );
}

const ENCODING_KEYS = {
  'utf-8': 'utf_8',
  'utf-16le': 'utf_16le',
  'utf-16be': 'utf_16be',
  'windows-1251': 'windows_1251',
  'windows-1252': 'windows_1252',
  'windows-1250': 'windows_1250',
  'windows-1254': 'windows_1254',
  'windows-1257': 'windows_1257',
  'koi8-u': 'koi8_u',
  ibm866: 'ibm866',
  ibm850: 'ibm850',
  'x-mac-cyrillic': 'mac_cyrillic',
  macintosh: 'macintosh',
} as const;

const DELIMITER_KEYS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;

/** How the file is read; a change reads it again. */
function FormatFields({ draft }: { draft: ContactImport }) {
  const t = useTexts();
  const reread = useReread(draft.id);
  const { format, sheet, sheets, hasTitles } = draft;
  const change = (next: Partial<ImportFormat>) =>
    format && reread.mutate({ format: { ...format, ...next }, hasTitles });
  return (
    <Group mb="md" align="end">
      {sheets.length > 1 && (
        <NativeSelect
          label={t('imports:sheet')}
          value={sheet ?? ''}
          disabled={reread.isPending}
          data={sheets}
          onChange={({ currentTarget }) => reread.mutate({ format, sheet: currentTarget.value, hasTitles })}
        />
      )}
      {format && (
        <>
          <NativeSelect
            label={t('imports:encoding')}
            value={format.encoding}
            disabled={reread.isPending}
            data={IMPORT_ENCODINGS.map((value) => ({ value, label: t(`imports:encodings.${ENCODING_KEYS[value]}`) }))}
            onChange={({ currentTarget }) =>
              change({ encoding: wordIn(IMPORT_ENCODINGS, currentTarget.value) ?? format.encoding })
            }
          />
          <NativeSelect
            label={t('imports:delimiter')}
            value={format.delimiter}
            disabled={reread.isPending}
            data={IMPORT_DELIMITERS.map((value) => ({
              value,
              label: t(`imports:delimiters.${DELIMITER_KEYS[value]}`),
            }))}
            onChange={({ currentTarget }) =>
              change({ delimiter: wordIn(IMPORT_DELIMITERS, currentTarget.value) ?? format.delimiter })
            }
          />
        </>
      )}
      <Checkbox
        label={t('imports:has_titles')}
        checked={hasTitles}
        disabled={reread.isPending}
        onChange={({ currentTarget }) => reread.mutate({ format, hasTitles: currentTarget.checked })}
      />
    </Group>
  );
}
