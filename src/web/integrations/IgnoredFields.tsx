import { Card, Code, Text, Title } from '@mantine/core';
import type { IgnoredField } from '#contract/api-tokens.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import classes from './integrations.module.css';

/** Fields that programs send in vain: usually a name that is misspelt. */
export function IgnoredFields({ fields }: { fields: readonly IgnoredField[] }) {
  const t = useTexts();
  const format = useFormat();
  return (
    <Card component="section" aria-label={t('integrations.ignored')}>
      <Title order={2}>{t('integrations.ignored')}</Title>
      <Text c="dimmed" mt={4}>
        {t(fields.length === 0 ? 'integrations.ignored_none' : 'integrations.ignored_help')}
      </Text>
      {fields.length > 0 && (
        <ul className={classes.fields}>
          {fields.map(({ kind, field, count, lastSeenAt }) => (
            <li key={`${kind} ${field}`}>
              <Code>{field}</Code>
              <Text size="sm">
                {t(`integrations.scope.${kind}`)}: {t('integrations.ignored_times', { count })}
              </Text>
              <Text size="sm" c="dimmed">
                {t('integrations.ignored_last', { when: format.near(lastSeenAt) })}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
