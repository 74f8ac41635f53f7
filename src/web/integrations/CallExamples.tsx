import { Anchor, Button, Card, Group, Text, Title } from '@mantine/core';
import { IconBook, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { apiExamples } from '#contract/integrations/examples.ts';
import { API_SCOPES } from '#contract/integrations/values.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { copyValue } from '#web/ui/fields/CopyField.tsx';
import { useWords } from '#web/ui/words.tsx';
import { curlOf } from './curl.ts';
import classes from './integrations.module.css';

/** Opens at the calls a token is for. */
const DOCUMENTATION = '/api/docs#/apiEvents';

type Props = {
  /** The secret of the token that was just made, while it is known. */
  secret: string | null;
  /** The cabinet's. */
  currency: string;
};

/** A call of each kind, ready for a terminal. */
export function CallExamples({ secret, currency }: Props) {
  const t = useTexts();
  const words = useWords();
  const [scope, setScope] = useState<(typeof API_SCOPES)[number]>('contacts');
  const language = useLanguage();
  const { tenantTimeZone: timeZone } = useCurrentUser();
  const example = apiExamples({ language, currency, timeZone })[scope];
  const command = curlOf({ origin: location.origin, scope, example, secret });
  return (
    <Card component="section" aria-label={t('integrations:examples')}>
      <Group justify="space-between" gap="xs">
        <Title order={2}>{t('integrations:examples')}</Title>
        <Anchor href={DOCUMENTATION} target="_blank" rel="noopener">
          <Group gap={6} component="span">
            <IconBook size={18} aria-hidden />
            {t('integrations:documentation')}
          </Group>
        </Anchor>
      </Group>
      <Text c="dimmed" mt={4}>
        {t(secret ? 'integrations:examples_help_secret' : 'integrations:examples_help')}
      </Text>
      <Group gap={6} mt="md" role="group" aria-label={t('integrations:examples_of')}>
        {API_SCOPES.map((one) => (
          <Button
            key={one}
            size="xs"
            variant={one === scope ? 'light' : 'default'}
            aria-pressed={one === scope}
            onClick={() => setScope(one)}
          >
            {t(`integrations:scope.${one}`)}
          </Button>
        ))}
      </Group>
      <pre className={classes.code} tabIndex={0} aria-label={t(`integrations:scope.${scope}`)}>
        {command}
      </pre>
      <Button
        className={classes.copy}
        variant="default"
        leftSection={<IconCopy size={18} />}
        onClick={() => void copyValue(command, (key) => words(key, { value: 'curl' }))}
      >
        {t('integrations:copy_command')}
      </Button>
    </Card>
  );
}
