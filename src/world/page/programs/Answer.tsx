import { Badge, Group, Stack, Text } from '@mantine/core';
import { Json } from '../engineer/Json.tsx';
import { useTexts } from '../texts.tsx';
import type { Call } from './use-programs.ts';

/** The headers a program reads. */
const SHOWN_HEADERS = ['content-type', 'idempotent-replayed', 'retry-after', 'cache-control', 'date'];

/** One call and the cabinet's answer. */
export function Answer({ call }: { call: Call }) {
  const { t } = useTexts();
  const headers = Object.fromEntries(
    SHOWN_HEADERS.flatMap((name) => (call.headers[name] ? [[name, call.headers[name]]] : [])),
  );
  return (
    <Stack gap="sm">
      <Group gap={8}>
        <StatusOf call={call} />
        <Text fz={13} c="var(--page-quiet)">
          {call.method} {call.path} · {call.ms} ms
        </Text>
      </Group>
      {call.failure !== null && <Text c="red">{t('programsFailure', { reason: call.failure })}</Text>}
      {call.status !== null && <Json title={t('programsAnswer')} value={parsed(call.answer)} />}
      {call.status !== null && <Json title={t('programsHeaders')} value={headers} />}
      {call.sent !== null && <Json title={t('programsSent')} value={parsed(call.sent)} />}
    </Stack>
  );
}

export function StatusOf({ call: { status, headers } }: { call: Call }) {
  const { t } = useTexts();
  const isReplay = headers['idempotent-replayed'] === 'true';
  return (
    <Badge variant="light" color={status !== null && status < 300 ? 'green' : 'red'} tt="none">
      {status ?? '—'}
      {isReplay && ` · ${t('programsReplayed')}`}
    </Badge>
  );
}

/** Text that is not JSON is shown unchanged. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
