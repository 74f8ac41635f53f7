import { Group, Select, Textarea } from '@mantine/core';
import { LANGUAGES } from '#contract/languages.ts';
import { LONGEST_INSTRUCTION } from '#contract/assistants/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { wordIn } from '#web/lib/api/known.ts';
import type { FieldsProps } from './fields.ts';
import { ModelFields } from './ModelFields.tsx';
import { ReadyInstructions } from './ReadyInstructions.tsx';

const CLIENTS_OWN = 'own';

/** The language, the instruction and the model. */
export function GeneralFields(fields: FieldsProps) {
  const t = useTexts();
  const format = useFormat();
  const { settings, change, errorOf } = fields;
  return (
    <>
      <Select
        label={t('assistants:general.language')}
        description={t('assistants:general.language_help')}
        allowDeselect={false}
        data={[
          { value: CLIENTS_OWN, label: t('assistants:general.own_language') },
          ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
        ]}
        value={settings.language ?? CLIENTS_OWN}
        onChange={(value) => change({ language: wordIn(LANGUAGES, value) ?? null })}
      />
      <div>
        <Textarea
          label={t('assistants:general.instruction')}
          description={t('assistants:general.instruction_help')}
          placeholder={t('assistants:general.instruction_example')}
          autosize
          minRows={6}
          maxRows={22}
          value={settings.instruction}
          error={
            errorOf('settings.instruction') &&
            t('assistants:general.too_long', { limit: format.number(LONGEST_INSTRUCTION) })
          }
          onChange={({ currentTarget }) => change({ instruction: currentTarget.value })}
        />
        <Group mt={6}>
          <ReadyInstructions
            language={settings.language}
            instruction={settings.instruction}
            onChoose={(instruction) => change({ instruction })}
          />
        </Group>
      </div>
      <ModelFields {...fields} />
    </>
  );
}
