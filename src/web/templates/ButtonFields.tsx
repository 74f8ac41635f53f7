import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCornerUpLeft, IconExternalLink, IconPhone, IconX } from '@tabler/icons-react';
import type { TemplateLimits } from '#contract/channels/kind.ts';
import type { TemplateButton } from '#contract/templates/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './templates.module.css';

const NEW = {
  answer: { Icon: IconCornerUpLeft, button: { type: 'answer', title: '' } },
  url: { Icon: IconExternalLink, button: { type: 'url', title: '', url: '' } },
  call: { Icon: IconPhone, button: { type: 'call', title: '', phone: '' } },
} as const;
const TYPES = ['answer', 'url', 'call'] as const;
const LIMIT_OF = { answer: 'answers', url: 'urls', call: 'calls' } as const;

type Props = {
  buttons: readonly TemplateButton[];
  limits: TemplateLimits['buttons'];
  errorOf: (field: string) => string | undefined;
  onChange: (buttons: TemplateButton[]) => void;
};

/** The buttons under the text: answers stand together, before links and calls. */
export function ButtonFields({ buttons, limits, errorOf, onChange }: Props) {
  const t = useTexts();
  const isFull = (type: (typeof TYPES)[number]) =>
    buttons.length >= limits.total || buttons.filter((button) => button.type === type).length >= limits[LIMIT_OF[type]];
  const error = errorOf('buttons');
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm" fw={550}>
          {t('templates:buttons')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('templates:buttons_help', { limit: limits.maxTitleLength })}
        </Text>
      </div>
      {buttons.map((button, index) => (
        <ButtonField
          key={index}
          button={button}
          errorOf={(field) => errorOf(`buttons.${index}.${field}`)}
          onChange={(changed) => onChange(buttons.with(index, changed))}
          onRemove={() => onChange(buttons.toSpliced(index, 1))}
        />
      ))}
      {error && (
        <Text size="sm" c="bad" role="alert">
          {error}
        </Text>
      )}
      <Group gap="xs">
        {TYPES.filter((type) => !isFull(type)).map((type) => {
          const { Icon, button } = NEW[type];
          return (
            <Button
              key={type}
              size="xs"
              variant="default"
              leftSection={<Icon size={16} />}
              onClick={() => onChange([...buttons, button])}
            >
              {t(`templates:button.${type}`)}
            </Button>
          );
        })}
      </Group>
    </Stack>
  );
}

type FieldProps = {
  button: TemplateButton;
  errorOf: (field: string) => string | undefined;
  onChange: (button: TemplateButton) => void;
  onRemove: () => void;
};

function ButtonField({ button, errorOf, onChange, onRemove }: FieldProps) {
  const t = useTexts();
  return (
    <div className={classes.button}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <TextInput
          flex={1}
          label={t(`templates:button.${button.type}`)}
          placeholder={t('templates:button.title')}
          value={button.title}
          error={errorOf('title')}
          onChange={({ currentTarget }) => onChange({ ...button, title: currentTarget.value })}
        />
        <ActionIcon aria-label={t('templates:button.remove')} onClick={onRemove}>
          <IconX size={18} />
        </ActionIcon>
      </Group>
      {button.type === 'url' && (
        <TextInput
          aria-label={t('templates:button.address')}
          placeholder="https://"
          type="url"
          value={button.url}
          error={errorOf('url')}
          onChange={({ currentTarget }) => onChange({ ...button, url: currentTarget.value })}
        />
      )}
      {button.type === 'call' && (
        <TextInput
          aria-label={t('templates:button.phone')}
          placeholder="+79990000000"
          type="tel"
          value={button.phone}
          error={errorOf('phone')}
          onChange={({ currentTarget }) =>
            onChange({ ...button, phone: currentTarget.value.replaceAll(/[\s()-]/g, '') })
          }
        />
      )}
    </div>
  );
}
