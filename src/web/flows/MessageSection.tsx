import { Group, Stack, Tabs, Text, Textarea } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { FlowVariable } from '#contract/flows.ts';
import type { Language } from '#contract/primitives.ts';
import { FLOW_VARIABLES, LANGUAGES, LONGEST_TEXT } from '#contract/values.ts';
import { LANGUAGE_NAMES } from '#web/lib/language.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { ButtonsField } from './ButtonsField.tsx';
import type { FlowForm } from './flow-form.ts';
import classes from './flows.module.css';
import { ImageField } from './ImageField.tsx';
import { TemplatesField } from './TemplatesField.tsx';
import { useVariableNames } from './use-variable-names.ts';
import { toKept, toReadable } from './variable-names.ts';

type TextKey = 'default' | Language;
const TEXTS: readonly TextKey[] = ['default', ...LANGUAGES];

/** What the message says. */
export function MessageSection({ form }: { form: FlowForm }) {
  return (
    <Stack>
      <TextField form={form} />
      <ButtonsField form={form} />
      <ImageField form={form} />
      <TemplatesField form={form} />
    </Stack>
  );
}

/** The text in each language; the first one serves everybody whose language has none. */
function TextField({ form }: { form: FlowForm }) {
  const t = useTexts();
  const ref = useRef<HTMLTextAreaElement>(null);
  const [shown, setShown] = useState<TextKey>('default');
  const { content } = form.settings;
  const names = useVariableNames();
  const kept = content.texts[shown] ?? '';
  const text = toReadable(kept, names);
  const set = (next: string) =>
    form.change({ content: { ...content, texts: { ...content.texts, [shown]: toKept(next, names) } } });

  /** Puts a variable where the cursor is. */
  function insert(name: FlowVariable): void {
    const field = ref.current;
    const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length];
    const written = `{${names[name]}}`;
    set(text.slice(0, from) + written + text.slice(to));
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(from + written.length, from + written.length);
    });
  }
  return (
    <div>
      <Tabs value={shown} onChange={(value) => setShown(TEXTS.find((one) => one === value) ?? 'default')}>
        <Tabs.List mb="sm" className={classes.languages}>
          {TEXTS.map((key) => (
            <Tabs.Tab key={key} value={key}>
              {key === 'default' ? t('flows.text_default') : LANGUAGE_NAMES[key]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Textarea
        ref={ref}
        label={t('flows.text')}
        description={t(shown === 'default' ? 'flows.text_help' : 'flows.text_language_help')}
        autosize
        minRows={5}
        maxRows={16}
        value={text}
        error={form.errorOf(`settings.content.texts.${shown}`)}
        onChange={(event) => set(event.currentTarget.value)}
      />
      <Group justify="space-between" mt={6} wrap="nowrap" align="flex-start">
        <div className={classes.variables} role="group" aria-label={t('flows.insert')}>
          {FLOW_VARIABLES.filter((name) => form.kind === 'visit_moved' || !name.startsWith('old')).map((name) => (
            <button
              key={name}
              type="button"
              className={classes.variable}
              data-used={kept.includes(`{${name}}`) || undefined}
              onClick={() => insert(name)}
            >
              {kept.includes(`{${name}}`) ? <IconCheck size={14} aria-hidden /> : <IconPlus size={14} aria-hidden />}
              {names[name]}
            </button>
          ))}
        </div>
        <Text size="sm" c={kept.length > LONGEST_TEXT ? 'bad' : 'dimmed'} className={classes.count}>
          {kept.length} / {LONGEST_TEXT}
        </Text>
      </Group>
    </div>
  );
}
