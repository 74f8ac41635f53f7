import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { RestCall, RestCallId, RestPlugin } from '#contract/assistants/rest-settings.ts';
import { MAX_REST_CALLS } from '#contract/assistants/rest-values.ts';
import classes from '#web/assistants/plugins/plugins.module.css';
import { useTexts } from '#web/lib/format/i18n.ts';
import { CallCard } from './CallCard.tsx';

type Props = {
  assistantId: AssistantId;
  plugin: RestPlugin;
  onChange: (plugin: RestPlugin) => void;
  errorOf: (path: string) => string | undefined;
};

const newCall = (): RestCall => ({
  id: crypto.randomUUID().replaceAll('-', '') as RestCallId, // NOTE: ids are such letters and digits
  title: '',
  when: '',
  method: 'GET',
  url: '',
  parameters: [],
  headers: [],
  keep: '',
  changes: false,
});

/** The requests that the owner has described. */
export function RestCalls({ assistantId, plugin: { calls }, onChange, errorOf }: Props) {
  const t = useTexts();
  const set = (changed: RestCall[]) => onChange({ calls: changed });
  return (
    <Stack className={classes.inner}>
      {calls.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('rest_calls:empty')}
        </Text>
      )}
      {calls.map((call, index) => (
        <CallCard
          key={call.id}
          number={index + 1}
          assistantId={assistantId}
          call={call}
          errorOf={(path) => errorOf(`calls.${index}.${path}`)}
          onChange={(changed) => set(calls.map((one, place) => (place === index ? changed : one)))}
          onRemove={() => set(calls.filter((_one, place) => place !== index))}
        />
      ))}
      {calls.length < MAX_REST_CALLS ? (
        <Button
          variant="default"
          className={classes.add}
          leftSection={<IconPlus size={16} />}
          onClick={() => set([...calls, newCall()])}
        >
          {t('rest_calls:add')}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {t('rest_calls:most', { count: MAX_REST_CALLS })}
        </Text>
      )}
    </Stack>
  );
}
