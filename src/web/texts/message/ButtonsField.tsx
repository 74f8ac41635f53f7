import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { CHANNEL_KIND_NAMES, traitsOf } from '#contract/channels/kinds.ts';
import type { TextButton } from '#contract/texts/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { AttachmentConflict } from './AttachmentConflict.tsx';
import { hasAttachment, NO_ATTACHMENT } from './attachments.ts';
import type { TextForm } from './text-form.ts';
import classes from '#web/texts/content.module.css';

const TYPES = ['answer', 'url', 'call'] as const;
/** Title length that every channel with buttons supports. */
const MAX_TITLE = Math.min(
  ...CHANNEL_KIND_NAMES.map((kind) => traitsOf(kind).buttons.maxTitleLength).filter((length) => length > 0),
);
const ACTIONS = ['visit', 'opt_out', 'reply'] as const;

type Props = {
  form: TextForm;
  /** The message is about a visit, which an answer may confirm or cancel. */
  isAboutVisit: boolean;
};

/** Up to three buttons, one of each type; none under a picture or a file. */
export function ButtonsField({ form, isAboutVisit }: Props) {
  const t = useTexts();
  const { content } = form;
  const { buttons } = content;
  const [wanted, setWanted] = useState<TextButton['type'] | null>(null);
  const set = (next: TextButton[]) => form.change({ buttons: next });
  const replace = (index: number, button: TextButton) => set(buttons.with(index, button));
  const free = TYPES.filter((type) => !buttons.some((button) => button.type === type));
  const error = form.errorOf('buttons');

  const add = (type: TextButton['type']) => set([...buttons, fresh(type)]);
  const addInstead = (type: TextButton['type']) => {
    form.change({ ...NO_ATTACHMENT, buttons: [...buttons, fresh(type)] });
    setWanted(null);
  };

  const fresh = (type: TextButton['type']): TextButton => {
    if (type === 'url') return { type, title: t('flows:button.url_title'), url: 'https://' };
    if (type === 'call') return { type, title: t('flows:button.call_title'), phone: '+' };
    if (!isAboutVisit) return { type, title: '', action: 'reply', declineTitle: null };
    return { type, title: t('flows:button.confirm'), action: 'visit', declineTitle: t('flows:button.decline') };
  };
  return (
    <div>
      <Text size="sm" fw={550}>
        {t('flows:editor.buttons')}
      </Text>
      <Text size="sm" c="dimmed" mb={8}>
        {t('flows:editor.buttons_help')}
      </Text>
      <Stack gap="sm" mb={buttons.length > 0 && free.length > 0 ? 'sm' : 0}>
        {buttons.map((button, index) => (
          <div key={button.type} className={classes.button}>
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm" fw={550}>
                {t(`flows:button.type_${button.type}`)}
              </Text>
              <ActionIcon
                aria-label={t('flows:button.remove')}
                variant="subtle"
                color="gray"
                onClick={() => set(buttons.filter((other) => other !== button))}
              >
                <IconX size={18} />
              </ActionIcon>
            </Group>
            <ButtonFields
              button={button}
              index={index}
              form={form}
              isAboutVisit={isAboutVisit}
              onChange={(next) => replace(index, next)}
            />
          </div>
        ))}
      </Stack>
      {error && (
        <Text size="sm" c="bad" role="alert">
          {error}
        </Text>
      )}
      {free.length > 0 && (
        <Group gap="xs">
          {free.map((type) => (
            <Button
              key={type}
              size="xs"
              variant="default"
              leftSection={<IconPlus size={16} />}
              onClick={() => (hasAttachment(content) ? setWanted(type) : add(type))}
            >
              {t(`flows:button.type_${type}`)}
            </Button>
          ))}
        </Group>
      )}
      {wanted && hasAttachment(content) && (
        <AttachmentConflict existing="attachment" onResolve={() => addInstead(wanted)} onKeep={() => setWanted(null)} />
      )}
    </div>
  );
}

type FieldsProps = Props & { button: TextButton; index: number; onChange: (button: TextButton) => void };

function ButtonFields({ button, index, form, isAboutVisit, onChange }: FieldsProps) {
  const t = useTexts();
  const error = (field: string) => form.errorOf(`buttons.${index}.${field}`);
  const title = (
    <TextInput
      label={t('flows:button.title')}
      maxLength={MAX_TITLE}
      rightSection={<TitleCount title={button.title} />}
      value={button.title}
      error={error('title')}
      onChange={(event) => onChange({ ...button, title: event.currentTarget.value })}
    />
  );
  if (button.type === 'url') {
    return (
      <Stack gap="xs">
        {title}
        <TextInput
          label={t('flows:button.url')}
          inputMode="url"
          value={button.url}
          error={error('url')}
          onChange={(event) => onChange({ ...button, url: event.currentTarget.value })}
        />
      </Stack>
    );
  }
  if (button.type === 'call') {
    return (
      <Stack gap="xs">
        {title}
        <TextInput
          label={t('flows:button.phone')}
          inputMode="tel"
          value={button.phone}
          error={error('phone') && t('flows:button.phone_wrong')}
          onChange={(event) => onChange({ ...button, phone: event.currentTarget.value.replaceAll(/[^+\d]/g, '') })}
        />
      </Stack>
    );
  }
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('flows:button.action')}
        value={button.action}
        data={ACTIONS.filter((value) => value !== 'visit' || isAboutVisit || button.action === value).map((value) => ({
          value,
          label: t(`flows:button.action_${value}`),
        }))}
        onChange={({ currentTarget }) => {
          const action = ACTIONS.find((one) => one === currentTarget.value) ?? 'visit';
          onChange({ ...button, action, declineTitle: action === 'visit' ? t('flows:button.decline') : null });
        }}
      />
      {title}
      {button.action === 'visit' && (
        <TextInput
          label={t('flows:button.decline_title')}
          description={t('flows:button.decline_help')}
          maxLength={MAX_TITLE}
          rightSection={<TitleCount title={button.declineTitle ?? ''} />}
          value={button.declineTitle ?? ''}
          error={error('declineTitle')}
          onChange={(event) => onChange({ ...button, declineTitle: event.currentTarget.value || null })}
        />
      )}
    </Stack>
  );
}

function TitleCount({ title }: { title: string }) {
  return (
    <Text span size="xs" c="dimmed" className={classes.count} aria-hidden>
      {MAX_TITLE - title.length}
    </Text>
  );
}
