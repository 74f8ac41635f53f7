import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { LONGEST_REPLY_TEMPLATE, MAX_REPLY_TEMPLATES } from '#contract/replies/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

type Props = {
  templates: readonly string[];
  /** Offered to a person where the model could not write. */
  isSpare: boolean;
  errorOf: (path: string) => string | undefined;
  onChange: (templates: string[]) => void;
};

/** The templates of a rule. */
export function TemplateList({ templates, isSpare, errorOf, onChange }: Props) {
  const t = useTexts();
  const group = isSpare ? 'spare' : 'templates';
  return (
    <Stack gap="xs" role="group" aria-label={t(`replies:settings.${group}`)}>
      <div>
        <Text size="sm" fw={550}>
          {t(`replies:settings.${group}`)}
        </Text>
        <Text size="sm" c="dimmed">
          {t(`replies:settings.${group}_help`, NAMES)}
        </Text>
      </div>
      {templates.map((template, at) => (
        <Group key={at} gap="xs" wrap="nowrap" align="flex-start">
          <Textarea
            aria-label={t('replies:settings.template', { number: at + 1 })}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={LONGEST_REPLY_TEMPLATE}
            value={template}
            error={errorOf(`templates.${at}`)}
            style={{ flex: 1 }}
            onChange={({ currentTarget }) =>
              onChange(templates.map((one, place) => (place === at ? currentTarget.value : one)))
            }
          />
          <ActionIcon
            aria-label={t('replies:settings.remove_template', { number: at + 1 })}
            disabled={!isSpare && templates.length === 1}
            onClick={() => onChange(templates.filter((_, place) => place !== at))}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      {templates.length < MAX_REPLY_TEMPLATES && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange([...templates, ''])}
        >
          {t('replies:settings.add_template')}
        </Button>
      )}
    </Stack>
  );
}

/** Names of variables, as they are typed. */
const NAMES = { clientName: '{clientName}', businessName: '{businessName}' };
