import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconVariable } from '@tabler/icons-react';
import { useRef } from 'react';
import type { TemplateLimits } from '#contract/channels/kind.ts';
import { placeCount } from '#contract/templates/rules.ts';
import type { TemplateParts } from '#contract/templates/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

type Props = {
  parts: TemplateParts;
  limits: TemplateLimits;
  errorOf: (field: string) => string | undefined;
  onChange: (change: Pick<Partial<TemplateParts>, 'body' | 'examples'>) => void;
};

/** The text with its placeholders, and an example for each. */
export function BodyFields({ parts: { body, examples }, limits, errorOf, onChange }: Props) {
  const t = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const places = placeCount(body);
  const insert = () => {
    const at = field.current?.selectionStart ?? body.length;
    onChange({ body: `${body.slice(0, at)}{{${places + 1}}}${body.slice(at)}` });
    field.current?.focus();
  };
  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        label={t('templates:body')}
        description={t('templates:body_help', { place: '{{1}}', next: '{{2}}' })}
        autosize
        minRows={4}
        value={body}
        error={errorOf('body')}
        onChange={({ currentTarget }) => onChange({ body: currentTarget.value })}
      />
      <div>
        <Button size="xs" variant="default" leftSection={<IconVariable size={16} />} onClick={insert}>
          {t('templates:variable_add', { place: `{{${places + 1}}}` })}
        </Button>
        <Text span size="sm" c={body.length > limits.maxBodyLength ? 'bad' : 'dimmed'} ml="sm">
          {t('templates:length', { used: body.length, limit: limits.maxBodyLength })}
        </Text>
      </div>
      {Array.from({ length: places }, (_, index) => (
        <TextInput
          key={index}
          label={t('templates:example', { place: `{{${index + 1}}}` })}
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
