import { Button, Card, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { STARTER_FLOWS } from '#contract/integrations/systems.ts';
import type { ApiSystem } from '#contract/integrations/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

/** Ready-made flows that follow what a system sends. */
export function StarterFlows({ system }: { system: ApiSystem }) {
  const t = useTexts();
  const name = t(`integrations:system.name.${system}`);
  return (
    <Card component="section" aria-label={t('integrations:system.flows')}>
      <Title order={2}>{t('integrations:system.flows')}</Title>
      <Text c="dimmed" mt={4} mb="md">
        {t('integrations:system.flows_help', { system: name })}
      </Text>
      <Group gap="xs">
        {STARTER_FLOWS[system].map((type) => (
          <Button
            key={type}
            variant="default"
            renderRoot={(props) => <Link to={`/templates/apicrm/add/${type}`} {...props} />}
          >
            {t(`integrations:system.flow.${type}`)}
          </Button>
        ))}
      </Group>
    </Card>
  );
}
