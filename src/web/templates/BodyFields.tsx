import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { TemplateLimits } from '#contract/channels/kind.ts';
import { placeCount } from '#contract/templates/rules.ts';
import type { TemplateParts } from '#contract/templates/calls.ts';
import { TEXT_VARIABLES } from '#contract/texts/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useVariableNames } from '#web/texts/editor/use-variable-names.ts';
import { toReadable, toStoredText, variableIn } from '#web/texts/editor/variable-names.ts';
import { VariableMenu } from '#web/texts/editor/VariableMenu.tsx';
import { partsOfText, textOfTemplate } from './from-text.ts';
import { useSample } from './use-sample.ts';

type Props = {
  parts: TemplateParts;
  limits: TemplateLimits;
  errorOf: (field: string) => string | undefined;
  onChange: (change: Pick<Partial<TemplateParts>, 'body' | 'examples' | 'variables'>) => void;
};

/** The text with its variables by name, and an example for each. */
export function BodyFields({ parts, limits, errorOf, onChange }: Props) {
  const t = useTexts();
  const names = useVariableNames();
  const exampleOf = useSample();
  const field = useRef<HTMLTextAreaElement>(null);
  const { body, examples, variables = [] } = parts;
  const [text, setText] = useState(() => textOfTemplate(parts));
  const shown = toReadable(text, names);
  const places = parts.variables?.length ?? placeCount(body);
  const write = (readable: string) => {
    const stored = toStoredText(readable, names);
    setText(stored);
    onChange(partsOfText(stored, parts, { isKnown: (name) => variableIn(name) !== undefined, exampleOf }));
  };
  const insert = (name: string) => {
    const at = field.current?.selectionStart ?? shown.length;
    write(`${shown.slice(0, at)}${toReadable(`{${name}}`, names)}${shown.slice(at)}`);
    field.current?.focus();
  };
  const nameOf = (index: number) => toReadable(variables[index] || `{${index + 1}}`, names);
  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        label={t('templates:body')}
        description={t('templates:body_help')}
        autosize
        minRows={4}
        value={shown}
        error={errorOf('body')}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <div>
        <VariableMenu offered={TEXT_VARIABLES} names={names} onChoose={insert} />
        <Text span size="sm" c={body.length > limits.maxBodyLength ? 'bad' : 'dimmed'} ml="sm">
          {t('templates:length', { used: body.length, limit: limits.maxBodyLength })}
        </Text>
      </div>
      {Array.from({ length: places }, (_, index) => (
        <TextInput
          key={index}
          label={t('templates:example', { place: nameOf(index) })}
          description={index === 0 ? t('templates:example_help') : undefined}
          value={examples[index] ?? ''}
          error={errorOf(`examples.${index}`)}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget;
            onChange({
              examples: Array.from({ length: places }, (_one, n) => (n === index ? value : (examples[n] ?? ''))),
            });
          }}
        />
      ))}
    </Stack>
  );
}
