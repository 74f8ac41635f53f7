import { Group, Select, TextInput } from '@mantine/core';
import type { CaseSettings } from '#contract/assistants/cases.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useSettings } from '#web/lib/forms/versioned-form.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { ExpectationFields } from './ExpectationFields.tsx';
import { ScriptFields } from './ScriptFields.tsx';
import { VisitFields } from './VisitFields.tsx';

type Props = {
  /** Null: a new case. */
  settings: CaseSettings | null;
  onSave: (settings: CaseSettings) => Promise<unknown>;
  onClose: () => void;
};
type Typed = { settings: CaseSettings };

const schema = async () => {
  const [{ z }, { CaseSettings: settings }] = await Promise.all([
    import('zod'),
    import('#contract/assistants/cases.ts'),
  ]);
  return z.object({ settings });
};

/** A case: who writes, what the client has, and how the talk has to end. */
export function CaseDialog({ settings: saved, onSave, onClose }: Props) {
  const t = useTexts();
  const language = useLanguage();
  const editor = useContractForm<Typed>({
    schema,
    initial: {
      settings: saved ?? {
        title: '',
        language,
        script: { kind: 'client', goal: '', manner: 'plain', maxTurns: 10 },
        clientName: '',
        visits: [],
        expectations: [{ type: 'not_handed_over' }],
      },
    },
    submit: async ({ settings }) => {
      await onSave(settings);
      onClose();
    },
  });
  const fields = useSettings<CaseSettings, Typed>(editor.form, schema);
  const { settings, change, errorOf } = fields;
  return (
    <Dialog title={t(saved ? 'cases:form.change' : 'cases:form.new')} onClose={onClose}>
      <FormBody form={editor} submit={t('cases:form.save')} isDialog>
        <TextInput
          label={t('cases:form.title')}
          maxLength={120}
          data-autofocus
          value={settings.title}
          error={errorOf('settings.title')}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <Group grow align="flex-start">
          <Select
            label={t('cases:form.language')}
            allowDeselect={false}
            data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            value={settings.language}
            onChange={(value) => change({ language: wordIn(LANGUAGES, value) ?? settings.language })}
          />
          <TextInput
            label={t('cases:form.name')}
            maxLength={100}
            value={settings.clientName}
            onChange={({ currentTarget }) => change({ clientName: currentTarget.value })}
          />
        </Group>
        <ScriptFields {...fields} />
        <VisitFields {...fields} />
        <ExpectationFields {...fields} />
      </FormBody>
    </Dialog>
  );
}
