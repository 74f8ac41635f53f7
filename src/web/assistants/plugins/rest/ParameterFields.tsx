import { ActionIcon, Button, Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { RestCall, RestParameter } from '#contract/assistants/rest-settings.ts';
import { MAX_REST_PARAMETERS, placeholdersIn, REST_PARAMETER_TYPES } from '#contract/assistants/rest-values.ts';
import classes from '#web/assistants/plugins/plugins.module.css';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import rest from './rest.module.css';

type Props = {
  call: RestCall;
  errorOf: (path: string) => string | undefined;
  onChange: (parameters: RestParameter[]) => void;
};

/** Values that the assistant asks of the client, or takes from the talk. */
export function ParameterFields({ call: { parameters, url }, errorOf, onChange }: Props) {
  const t = useTexts();
  const missing = placeholdersIn(url).find((name) => name !== '' && !parameters.some(({ key }) => key === name));
  const fresh: RestParameter = { key: missing ?? '', description: '', type: 'text', isRequired: true };
  return (
    <div className={rest.group} role="group" aria-label={t('rest_calls:parameters')}>
      <div>
        <Text size="sm" fw={550}>
          {t('rest_calls:parameters')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('rest_calls:parameters_help')}
        </Text>
      </div>
      {parameters.map((parameter, index) => (
        <ParameterLine
          key={index}
          number={index + 1}
          parameter={parameter}
          errorOf={(path) => errorOf(`parameters.${index}.${path}`)}
          onChange={(changed) => onChange(parameters.map((one, place) => (place === index ? changed : one)))}
          onRemove={() => onChange(parameters.filter((_one, place) => place !== index))}
        />
      ))}
      {missing !== undefined && (
        <Text size="sm" c="attention">
          {t('rest_calls:parameter_missing', { key: missing })}
        </Text>
      )}
      {parameters.length < MAX_REST_PARAMETERS && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.add}
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...parameters, fresh])}
        >
          {t('rest_calls:parameter_add')}
        </Button>
      )}
    </div>
  );
}

type LineProps = {
  /** Its place among the parameters, from 1. */
  number: number;
  parameter: RestParameter;
  errorOf: (path: string) => string | undefined;
  onChange: (parameter: RestParameter) => void;
  onRemove: () => void;
};

function ParameterLine({ number, parameter, errorOf, onChange, onRemove }: LineProps) {
  const t = useTexts();
  const set = (part: Partial<RestParameter>) => onChange({ ...parameter, ...part });
  return (
    <div className={rest.line} role="group" aria-label={t('rest_calls:parameter', { number })}>
      <div className={rest.row}>
        <TextInput
          label={t('rest_calls:key')}
          placeholder="number"
          autoComplete="off"
          maxLength={60}
          value={parameter.key}
          error={errorOf('key')}
          onChange={({ currentTarget }) => set({ key: currentTarget.value.trim() })}
        />
        <TextInput
          label={t('rest_calls:description')}
          placeholder={t('rest_calls:description_example')}
          maxLength={300}
          value={parameter.description}
          error={errorOf('description')}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        />
        <ActionIcon mt={28} aria-label={t('rest_calls:parameter_remove', { number })} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      <Group gap="md">
        <NativeSelect
          aria-label={t('rest_calls:type')}
          data={REST_PARAMETER_TYPES.map((value) => ({ value, label: t(`rest_calls:type_of.${value}`) }))}
          value={parameter.type}
          onChange={({ currentTarget }) => set({ type: wordIn(REST_PARAMETER_TYPES, currentTarget.value) ?? 'text' })}
        />
        <Checkbox
          label={t('rest_calls:required')}
          checked={parameter.isRequired}
          onChange={({ currentTarget }) => set({ isRequired: currentTarget.checked })}
        />
      </Group>
    </div>
  );
}
