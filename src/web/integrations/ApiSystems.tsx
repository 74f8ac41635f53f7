import { Button, Card, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { API_SYSTEMS } from '#contract/integrations/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

/** Leads to the pages of systems whose data comes through the API. */
export function ApiSystems() {
  const t = useTexts();
  return (
    <Card component="section" aria-label={t('integrations:system.title')}>
      <Title order={2}>{t('integrations:system.title')}</Title>
      <Text c="dimmed" mt={4} mb="md">
        {t('integrations:system.title_help')}
      </Text>
      <Group gap="xs">
        {API_SYSTEMS.map((system) => (
          <Button
            key={system}
            variant="default"
            renderRoot={(props) => <Link to={`/accounts/api/${system}`} {...props} />}
          >
            {t(`integrations:system.name.${system}`)}
          </Button>
        ))}
      </Group>
    </Card>
  );
}
