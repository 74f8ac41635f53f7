import { Button, Text, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { tryRestCall } from '#contract/assistants/rest.ts';
import type { RestCall } from '#contract/assistants/rest-settings.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { useTryRestCall } from './use-rest.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import rest from './rest.module.css';

type Props = { assistantId: AssistantId; call: RestCall };

/** Sends the request as it is typed, and shows what comes of it. */
export function CallTrial({ assistantId, call }: Props) {
  const t = useTexts();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const trial = useTryRestCall(assistantId);
  const keys = call.parameters.map(({ key }) => key).filter(Boolean);
  const send = () => {
    // NOTE: what the request is called, and when, does not matter to the other side
    const whole = { ...call, title: call.title || '–', when: call.when || '–' };
    trial.mutate({ call: whole, values: Object.fromEntries(keys.map((key) => [key, values[key] ?? ''])) });
  };
  return (
    <div className={rest.trial} role="group" aria-label={t('rest_calls:trial')}>
      <Text size="sm" fw={550}>
        {t('rest_calls:trial')}
      </Text>
      {keys.map((key) => (
        <TextInput
          key={key}
          label={key}
          value={values[key] ?? ''}
          onChange={({ currentTarget }) => setValues({ ...values, [key]: currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            send();
          }}
        />
      ))}
      {call.changes && (
        <Text size="sm" c="attention">
          {t('rest_calls:trial_real')}
        </Text>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconSend size={16} />}
          disabled={call.url === ''}
          loading={trial.isPending}
          onClick={send}
        >
          {t('rest_calls:trial_send')}
        </Button>
      </div>
      <FormFailure error={trial.error} title={t('rest_calls:trial_invalid')} />
      {trial.data && !trial.isPending && <Outcome outcome={trial.data} />}
    </div>
  );
}

function Outcome({ outcome }: { outcome: ReplyOf<typeof tryRestCall> }) {
  const t = useTexts();
  const format = useFormat();
  const { status, trouble, parameter, answer, part, isCut, tookMs } = outcome;
  const seconds = format.number(tookMs / 1_000, { maximumFractionDigits: 1 });
  return (
    <div role="status">
      <Text size="sm" c={trouble ? 'bad' : 'good'} className={rest.outcome}>
        {trouble ? t(`assistants:rest_trouble.${trouble}`) : t('rest_calls:works')}
        {parameter && ` (${parameter})`}
      </Text>
      <Text size="sm" c="dimmed">
        {[
          status !== null && t('rest_calls:status', { status }),
          tookMs > 0 && t('assistants:turn.seconds', { seconds }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {answer && <Shown title={t('rest_calls:answer')} text={answer} />}
      {part && <Shown title={t(isCut ? 'rest_calls:kept_cut' : 'rest_calls:kept')} text={part} />}
    </div>
  );
}

function Shown({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title}>
      <Text size="xs" c="dimmed" mt={8}>
        {title}
      </Text>
      <pre className={rest.answer} tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
