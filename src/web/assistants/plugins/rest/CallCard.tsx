import { ActionIcon, Group, NativeSelect, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { RestCall } from '#contract/assistants/rest-settings.ts';
import { LONGEST_REST_URL, REST_METHODS } from '#contract/assistants/rest-values.ts';
import classes from '#web/assistants/plugins/plugins.module.css';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { CallTrial } from './CallTrial.tsx';
import { HeaderFields } from './HeaderFields.tsx';
import { ParameterFields } from './ParameterFields.tsx';
import rest from './rest.module.css';

type Props = {
  /** Its place among the calls, from 1. */
  number: number;
  assistantId: AssistantId;
  call: RestCall;
  errorOf: (path: string) => string | undefined;
  onChange: (call: RestCall) => void;
  onRemove: () => void;
};

/** A request: when it is sent, where to, with what, what is kept of its answer, and a trial of it. */
export function CallCard({ number, assistantId, call, errorOf, onChange, onRemove }: Props) {
  const t = useTexts();
  const set = (part: Partial<RestCall>) => onChange({ ...call, ...part });
  const name = call.title || t('rest_calls:call', { number });
  return (
    <div className={classes.card} role="group" aria-label={name}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={550} className={rest.name}>
          {name}
        </Text>
        <ActionIcon aria-label={t('rest_calls:remove', { title: name })} onClick={onRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      <TextInput
        label={t('rest_calls:title')}
        placeholder={t('rest_calls:title_example')}
        maxLength={80}
        value={call.title}
        error={errorOf('title')}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <Textarea
        label={t('rest_calls:when')}
        placeholder={t('rest_calls:when_example')}
        autosize
        minRows={1}
        maxLength={1_000}
        value={call.when}
        error={errorOf('when')}
        onChange={({ currentTarget }) => set({ when: currentTarget.value })}
      />
      <div className={rest.address}>
        <NativeSelect
          label={t('rest_calls:method')}
          data={[...REST_METHODS]}
          value={call.method}
          onChange={({ currentTarget }) => {
            const method = wordIn(REST_METHODS, currentTarget.value) ?? 'GET';
            set({ method, changes: method !== 'GET' });
          }}
        />
        <TextInput
          label={t('rest_calls:url')}
          placeholder="https://api.example.com/orders/{number}"
          inputMode="url"
          autoComplete="off"
          maxLength={LONGEST_REST_URL}
          value={call.url}
          error={errorOf('url')}
          onChange={({ currentTarget }) => set({ url: currentTarget.value.trim() })}
        />
      </div>
      <Text size="xs" c="dimmed">
        {t(call.method === 'GET' || call.method === 'DELETE' ? 'rest_calls:sent_in_query' : 'rest_calls:sent_in_body')}
      </Text>
      <ParameterFields call={call} errorOf={errorOf} onChange={(parameters) => set({ parameters })} />
      <HeaderFields assistantId={assistantId} call={call} errorOf={errorOf} onChange={(headers) => set({ headers })} />
      <TextInput
        label={t('rest_calls:keep')}
        description={t('rest_calls:keep_help')}
        placeholder="data.status"
        autoComplete="off"
        value={call.keep}
        error={errorOf('keep')}
        onChange={({ currentTarget }) => set({ keep: currentTarget.value.trim() })}
      />
      <Switch
        label={t('rest_calls:changes')}
        description={t('rest_calls:changes_help')}
        checked={call.changes}
        onChange={({ currentTarget }) => set({ changes: currentTarget.checked })}
      />
      <CallTrial assistantId={assistantId} call={call} />
    </div>
  );
}
