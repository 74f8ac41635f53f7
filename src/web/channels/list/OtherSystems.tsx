import { Button, Card, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { API_SYSTEM_NAMES, API_SYSTEMS } from '#contract/integrations/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

/** Leads to systems whose data a program of the business sends. */
export function OtherSystems() {
  const t = useTexts();
  return (
    <Card component="section" aria-label={t('cascade:other')}>
      <Title order={2}>{t('cascade:other')}</Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {t('cascade:other_help')}
      </Text>
      <Group gap="xs">
        {API_SYSTEMS.map((system) => (
          <Button
            key={system}
            variant="default"
            renderRoot={(props) => <Link to={`/accounts/api/${system}`} {...props} />}
          >
            {API_SYSTEM_NAMES[system]}
          </Button>
        ))}
      </Group>
    </Card>
  );
}
