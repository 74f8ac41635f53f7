import { ActionIcon, Button, Group, PasswordInput, Switch, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { RestCall, RestHeader } from '#contract/assistants/rest-settings.ts';
import { MAX_REST_HEADERS } from '#contract/assistants/rest-values.ts';
import classes from '#web/assistants/plugins/plugins.module.css';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import rest from './rest.module.css';
import { useRestSecrets, useSetRestSecret } from './use-rest.ts';

type Props = {
  assistantId: AssistantId;
  call: RestCall;
  errorOf: (path: string) => string | undefined;
  onChange: (headers: RestHeader[]) => void;
};

/** Headers of a request; values of secret ones are stored apart, at once, and never shown. */
export function HeaderFields({ assistantId, call, errorOf, onChange }: Props) {
  const t = useTexts();
  const { headers } = call;
  return (
    <div className={rest.group} role="group" aria-label={t('rest_calls:headers')}>
      <div>
        <Text size="sm" fw={550}>
          {t('rest_calls:headers')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('rest_calls:headers_help')}
        </Text>
      </div>
      {headers.map((header, index) => (
        <HeaderLine
          key={index}
          number={index + 1}
          assistantId={assistantId}
          call={call}
          header={header}
          errorOf={(path) => errorOf(`headers.${index}.${path}`)}
          onChange={(changed) => onChange(headers.map((one, place) => (place === index ? changed : one)))}
          onRemove={() => onChange(headers.filter((_one, place) => place !== index))}
        />
      ))}
      {headers.length < MAX_REST_HEADERS && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.add}
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...headers, { name: headers.length === 0 ? 'Authorization' : '', value: null }])}
        >
          {t('rest_calls:header_add')}
        </Button>
      )}
    </div>
  );
}

type LineProps = {
  /** Its place among the headers, from 1. */
  number: number;
  assistantId: AssistantId;
  call: RestCall;
  header: RestHeader;
  errorOf: (path: string) => string | undefined;
  onChange: (header: RestHeader) => void;
  onRemove: () => void;
};

function HeaderLine({ number, assistantId, call, header, errorOf, onChange, onRemove }: LineProps) {
  const t = useTexts();
  return (
    <div className={rest.line} role="group" aria-label={t('rest_calls:header', { number })}>
      <div className={rest.row}>
        <TextInput
          label={t('rest_calls:header_name')}
          autoComplete="off"
          maxLength={60}
          value={header.name}
          error={errorOf('name')}
          onChange={({ currentTarget }) => onChange({ ...header, name: currentTarget.value.trim() })}
        />
        {header.value === null ? (
          <SecretField assistantId={assistantId} call={call} name={header.name} />
        ) : (
          <TextInput
            label={t('rest_calls:header_value')}
            autoComplete="off"
            value={header.value}
            error={errorOf('value')}
            onChange={({ currentTarget }) => onChange({ ...header, value: currentTarget.value })}
          />
        )}
        <ActionIcon mt={28} aria-label={t('rest_calls:header_remove', { number })} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      <Switch
        label={t('rest_calls:secret')}
        checked={header.value === null}
        onChange={({ currentTarget }) => onChange({ ...header, value: currentTarget.checked ? null : '' })}
      />
    </div>
  );
}

/** Sets the value of a secret header; it belongs to the host of the address. */
function SecretField({ assistantId, call, name }: { assistantId: AssistantId; call: RestCall; name: string }) {
  const t = useTexts();
  const secrets = useRestSecrets(assistantId);
  const set = useSetRestSecret(assistantId, call.id);
  const [value, setValue] = useState('');
  const origin = URL.parse(call.url.replaceAll(/\{[^{}]*\}/g, 'x'))?.origin;
  const known = secrets.data?.find((one) => one.callId === call.id && one.header === name.toLowerCase());
  const isSet = known !== undefined && known.origin === origin;
  const save = (next: string | null) =>
    set.mutate({ header: name, url: call.url, value: next }, { onSuccess: () => setValue('') });
  const canSave = value.trim() !== '' && name !== '' && origin !== undefined;
  return (
    <div>
      <PasswordInput
        label={t('rest_calls:secret_value')}
        autoComplete="new-password"
        placeholder={isSet ? '••••••••' : ''}
        value={value}
        error={set.error ? problemText(set.error, t) : undefined}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (canSave) save(value);
        }}
      />
      <Text size="xs" c={isSet ? 'dimmed' : 'attention'} mt={4} role="status">
        {secretWords()}
      </Text>
      <Group gap="xs" mt={4}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!canSave}
          loading={set.isPending}
          onClick={() => save(value)}
        >
          {t('rest_calls:secret_save')}
        </Button>
        {known && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => save(null)}>
            {t('rest_calls:secret_forget')}
          </Button>
        )}
      </Group>
    </div>
  );

  function secretWords(): string {
    if (isSet) return t('rest_calls:secret_set', { host: known.origin });
    if (known) return t('rest_calls:secret_other_host', { host: known.origin });
    return t(origin === undefined ? 'rest_calls:secret_needs_url' : 'rest_calls:secret_missing');
  }
}
