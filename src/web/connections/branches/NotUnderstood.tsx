import { Skeleton, Text, Title } from '@mantine/core';
import type { Connection, UnknownField } from '#contract/connections/calls.ts';
import { OTHER_FIELDS } from '#contract/connections/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { FieldCounts } from '#web/ui/fields/FieldCounts.tsx';
import { RawPayloads } from '#web/ui/preview/RawPayloads.tsx';
import { useConnection } from '#web/connections/use-connections.ts';

/** Unreadable payloads of the outside system. */
export function NotUnderstood({ connection: { id, kind } }: { connection: Connection }) {
  const t = useTexts();
  const format = useFormat();
  const connection = useConnection(id);
  const system = t(`app:menu.${kind}`);

  if (connection.isPending) return <Skeleton height={60} mt="md" />;
  if (connection.isError) return <Failure error={connection.error} onRetry={connection.refetch} />;
  return (
    <>
      <RawPayloads
        title={t('connections:unreadable')}
        none={t('connections:unreadable_none', { system })}
        payloads={connection.data.unreadable}
        when={format.dateTime}
      />
      <UnknownFields system={system} fields={connection.data.unknownFields} />
    </>
  );
}

function UnknownFields({ system, fields }: { system: string; fields: readonly UnknownField[] }) {
  const t = useTexts();
  const format = useFormat();
  if (fields.length === 0) return null;
  return (
    <section>
      <Title order={3} mt="md">
        {t('connections:unknown_fields')}
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        {t('connections:unknown_fields_help', { system })}
      </Text>
      <FieldCounts
        fields={fields.map(({ field, count, lastSeenAt }) => ({
          key: field,
          field: field === OTHER_FIELDS ? t('connections:unknown_fields_others') : field,
          isNamed: field !== OTHER_FIELDS,
          times: t('connections:unknown_fields_times', { count }),
          last: t('connections:unknown_fields_last', { when: format.near(lastSeenAt) }),
        }))}
      />
    </section>
  );
}
