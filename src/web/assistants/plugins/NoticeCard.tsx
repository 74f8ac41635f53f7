import { ActionIcon, Button, Group, Select, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import type { HandoffNotice } from '#contract/assistants/settings.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './plugins.module.css';

type Props = {
  /** Its place among the notices, from 1. */
  number: number;
  notice: HandoffNotice;
  errorOf: (path: string) => string | undefined;
  onChange: (notice: HandoffNotice) => void;
  onRemove: () => void;
};

/** A reason to hand over, the answer to the client, and who is notified. */
export function NoticeCard({ number, notice, errorOf, onChange, onRemove }: Props) {
  const t = useTexts();
  const set = (part: Partial<HandoffNotice>) => onChange({ ...notice, ...part });
  return (
    <div className={classes.card} role="group" aria-label={t('assistants:handoff.reason', { number })}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={550}>
          {t('assistants:handoff.reason', { number })}
        </Text>
        <ActionIcon aria-label={t('assistants:handoff.remove', { number })} onClick={onRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      <Textarea
        label={t('assistants:handoff.when')}
        placeholder={t('assistants:handoff.when_example')}
        autosize
        minRows={1}
        value={notice.when}
        error={errorOf('when')}
        onChange={({ currentTarget }) => set({ when: currentTarget.value })}
      />
      <Textarea
        label={t('assistants:handoff.answer')}
        description={t('assistants:handoff.answer_help')}
        autosize
        minRows={1}
        value={notice.answer}
        error={errorOf('answer')}
        onChange={({ currentTarget }) => set({ answer: currentTarget.value })}
      />
      <DestinationFields to={notice.to} errorOf={errorOf} onChange={(to) => set({ to })} />
      <NoticeText value={notice.notice} error={errorOf('notice')} onChange={(text) => set({ notice: text })} />
      <Switch
        label={t('assistants:handoff.stops')}
        description={t('assistants:handoff.stops_help')}
        checked={notice.stopsDialogue}
        onChange={({ currentTarget }) => set({ stopsDialogue: currentTarget.checked })}
      />
    </div>
  );
}

type Destination = HandoffNotice['to'];
type DestinationProps = Pick<Props, 'errorOf'> & { to: Destination; onChange: (to: Destination) => void };

const WAYS = { none: null, phone: { type: 'phone', phone: '' }, email: { type: 'email', email: '' } } as const;

/** Where the notice goes: nowhere but the conversations, to a phone, or to an e-mail. */
export function DestinationFields({ to, errorOf, onChange }: DestinationProps) {
  const t = useTexts();
  const type = to?.type ?? 'none';
  return (
    <>
      <Select
        label={t('assistants:handoff.to')}
        allowDeselect={false}
        data={(['none', 'phone', 'email'] as const).map((one) => ({
          value: one,
          label: t(`assistants:handoff.to_${one}`),
        }))}
        value={type}
        onChange={(chosen) => chosen && chosen !== type && onChange(WAYS[chosen])}
      />
      {to?.type === 'phone' && (
        <TextInput
          type="tel"
          label={t('assistants:handoff.phone')}
          placeholder="+79990000000"
          value={to.phone}
          error={errorOf('to.phone')}
          onChange={({ currentTarget }) =>
            onChange({ type: 'phone', phone: currentTarget.value.replaceAll(/[\s()-]/g, '') })
          }
        />
      )}
      {to?.type === 'email' && (
        <TextInput
          type="email"
          label={t('assistants:handoff.email')}
          value={to.email}
          error={errorOf('to.email')}
          onChange={({ currentTarget }) => onChange({ type: 'email', email: currentTarget.value.trim() })}
        />
      )}
    </>
  );
}

/** Variables of a notice. */
const VARIABLES = ['clientName', 'clientPhone', 'summary', 'conversationLink'] as const;

type TextProps = { value: string; error: string | undefined; onChange: (text: string) => void };

/** The text of the notice; a press on a variable puts it where the cursor stands. */
function NoticeText({ value, error, onChange }: TextProps) {
  const t = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  /** Where the cursor was left; null: it was never in the field. */
  const caret = useRef<{ start: number; end: number } | null>(null);
  const insert = (name: string) => {
    const { start, end } = caret.current ?? { start: value.length, end: value.length };
    const variable = `{${name}}`;
    onChange(value.slice(0, start) + variable + value.slice(end));
    const after = start + variable.length;
    caret.current = { start: after, end: after };
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(after, after);
    });
  };
  return (
    <div>
      <Textarea
        ref={field}
        label={t('assistants:handoff.notice')}
        autosize
        minRows={2}
        value={value}
        error={error}
        onSelect={({ currentTarget: { selectionStart: start, selectionEnd: end } }) =>
          void (caret.current = { start, end })
        }
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group gap={6} mt={6} role="group" aria-label={t('assistants:handoff.variables')}>
        {VARIABLES.map((name) => (
          <Button key={name} variant="light" size="compact-sm" onClick={() => insert(name)}>
            {t(`assistants:handoff.variable.${name}`)}
          </Button>
        ))}
      </Group>
    </div>
  );
}
