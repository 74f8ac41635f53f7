import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { CaseExpectation } from '#contract/assistants/cases.ts';
import { EXPECTATION_TYPES, type ExpectationType, MAX_CASE_EXPECTATIONS } from '#contract/assistants/case-values.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { TagsField } from '#web/ui/fields/TagsField.tsx';
import { type CaseFieldsProps, daysIn, replaced, without } from './fields.ts';
import classes from './cases.module.css';

/** How the talk has to end. */
export function ExpectationFields({ settings: { expectations, language }, change, errorOf }: CaseFieldsProps) {
  const t = useTexts();
  const set = (changed: CaseExpectation[]) => change({ expectations: changed });
  return (
    <Stack gap="xs" role="group" aria-label={t('cases:expect.title')}>
      <Text fw={550}>{t('cases:expect.title')}</Text>
      {expectations.map((expectation, index) => (
        <div key={index} className={classes.card}>
          <Group align="flex-end" wrap="nowrap" gap="xs">
            <Select
              flex={1}
              label={t('cases:expect.what', { number: index + 1 })}
              allowDeselect={false}
              data={EXPECTATION_TYPES.map((value) => ({ value, label: t(`cases:type.${value}`) }))}
              value={expectation.type}
              onChange={(value) => {
                const type = wordIn(EXPECTATION_TYPES, value);
                if (type) set(replaced(expectations, index, emptyOf(type, language)));
              }}
            />
            <ActionIcon
              mb={4}
              aria-label={t('cases:expect.remove', { number: index + 1 })}
              onClick={() => set(without(expectations, index))}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
          <Details
            expectation={expectation}
            errorOf={(field) => errorOf(`settings.expectations.${index}.${field}`)}
            onChange={(changed) => set(replaced(expectations, index, changed))}
          />
        </div>
      ))}
      {errorOf('settings.expectations') && (
        <Text size="sm" c="bad" role="alert">
          {t('cases:expect.missing')}
        </Text>
      )}
      {expectations.length < MAX_CASE_EXPECTATIONS && (
        <Group>
          <Button
            variant="default"
            size="compact-md"
            onClick={() => set([...expectations, emptyOf(nextType(expectations), language)])}
          >
            {t('cases:expect.add')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** The first type that is not there yet. */
const nextType = (expectations: readonly CaseExpectation[]): ExpectationType =>
  EXPECTATION_TYPES.find((type) => expectations.every((one) => one.type !== type)) ?? 'contains';

function emptyOf(
  type: ExpectationType,
  language: Extract<CaseExpectation, { type: 'language' }>['language'],
): CaseExpectation {
  switch (type) {
    case 'booked':
      return { type, service: '', master: null, inDays: null, time: null };
    case 'moved':
      return { type, inDays: null, time: null };
    case 'contains':
    case 'omits':
      return { type, phrases: [] };
    case 'called':
    case 'not_called':
      return { type, tool: '' };
    case 'language':
      return { type, language };
    default:
      return { type };
  }
}

type DetailsProps = {
  expectation: CaseExpectation;
  errorOf: (field: string) => string | undefined;
  onChange: (expectation: CaseExpectation) => void;
};

/** The fields of one expectation; some types have none. */
function Details({ expectation, errorOf, onChange }: DetailsProps) {
  const t = useTexts();
  switch (expectation.type) {
    case 'booked':
      return (
        <>
          <Group grow align="flex-start">
            <TextInput
              label={t('cases:expect.service')}
              value={expectation.service}
              error={errorOf('service')}
              onChange={({ currentTarget }) => onChange({ ...expectation, service: currentTarget.value })}
            />
            <TextInput
              label={t('cases:expect.master')}
              placeholder={t('cases:expect.any')}
              value={expectation.master ?? ''}
              onChange={({ currentTarget }) => onChange({ ...expectation, master: currentTarget.value || null })}
            />
          </Group>
          <Moment expectation={expectation} errorOf={errorOf} onChange={onChange} />
        </>
      );
    case 'moved':
      return <Moment expectation={expectation} errorOf={errorOf} onChange={onChange} />;
    case 'contains':
    case 'omits':
      return (
        <TagsField
          label={t('cases:expect.phrases')}
          placeholder={expectation.phrases.length === 0 ? t('cases:expect.phrases_hint') : ''}
          data={[]}
          value={expectation.phrases}
          error={errorOf('phrases')}
          onChange={(phrases) => onChange({ ...expectation, phrases })}
        />
      );
    case 'called':
    case 'not_called':
      return (
        <TextInput
          label={t('cases:expect.tool')}
          value={expectation.tool}
          error={errorOf('tool')}
          onChange={({ currentTarget }) => onChange({ ...expectation, tool: currentTarget.value })}
        />
      );
    case 'language':
      return (
        <Select
          aria-label={t('cases:type.language')}
          allowDeselect={false}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={expectation.language}
          onChange={(value) => onChange({ ...expectation, language: wordIn(LANGUAGES, value) ?? expectation.language })}
        />
      );
    default:
      return null;
  }
}

type MomentProps = Omit<DetailsProps, 'expectation'> & {
  expectation: Extract<CaseExpectation, { type: 'booked' | 'moved' }>;
};

/** The day, counted from that of the run, and the time; empty: any. */
function Moment({ expectation, errorOf, onChange }: MomentProps) {
  const t = useTexts();
  return (
    <Group grow align="flex-start">
      <TextInput
        label={t('cases:expect.in_days')}
        placeholder={t('cases:expect.any')}
        inputMode="numeric"
        value={expectation.inDays ?? ''}
        error={errorOf('inDays')}
        onChange={({ currentTarget }) => onChange({ ...expectation, inDays: daysIn(currentTarget.value) })}
      />
      <TextInput
        label={t('cases:expect.time')}
        placeholder={t('cases:expect.any')}
        value={expectation.time ?? ''}
        error={errorOf('time')}
        onChange={({ currentTarget }) => onChange({ ...expectation, time: currentTarget.value || null })}
      />
    </Group>
  );
}
