import { Card, Text, Title } from '@mantine/core';
import type { IgnoredField } from '#contract/integrations/tokens.ts';
import { OTHER_FIELDS } from '#contract/connections/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FieldCounts } from '#web/ui/fields/FieldCounts.tsx';

/** Fields that programs send in vain: usually a name that is misspelt. */
export function IgnoredFields({ fields }: { fields: readonly IgnoredField[] }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <Card component="section" aria-label={t('integrations:ignored')}>
      <Title order={2}>{t('integrations:ignored')}</Title>
      <Text c="dimmed" mt={4}>
        {t(fields.length === 0 ? 'integrations:ignored_none' : 'integrations:ignored_help')}
      </Text>
      {fields.length > 0 && (
        <FieldCounts
          fields={fields.map(({ kind, field, count, lastSeenAt }) => ({
            key: `${kind} ${field}`,
            field: field === OTHER_FIELDS ? t('integrations:ignored_others') : field,
            isNamed: field !== OTHER_FIELDS,
            times: `${t(`integrations:scope.${kind}`)}: ${t('integrations:ignored_times', { count })}`,
            last: t('integrations:ignored_last', { when: format.near(lastSeenAt) }),
          }))}
        />
      )}
    </Card>
  );
}
