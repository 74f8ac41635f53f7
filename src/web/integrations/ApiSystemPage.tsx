import { Button, Card, Stack, Table, Text, Title } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { callsOf, type SystemEventCall } from '#contract/integrations/systems.ts';
import type { ApiSystem } from '#contract/integrations/values.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { copyValue } from '#web/ui/fields/CopyField.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { useWords } from '#web/ui/words.tsx';
import { bodyOf, curlOf } from './curl.ts';
import { StarterFlows } from './StarterFlows.tsx';
import { TokenCheck } from './TokenCheck.tsx';
import { useApiTokens } from './use-integrations.ts';
import classes from './integrations.module.css';

/** Route: /accounts/api/{system}: how a program sends what happens in a system that we cannot read. */
export function ApiSystemPage({ system }: { system: ApiSystem }) {
  const t = useTexts();
  const language = useLanguage();
  const { tenantTimeZone: timeZone } = useCurrentUser();
  const tokens = useApiTokens();
  const name = t(`integrations:system.name.${system}`);
  return (
    <>
      <PageHead backTo="/accounts/api" title={name} state={t('integrations:system.state', { system: name })} />
      {tokens.isError && !tokens.data && <Failure error={tokens.error} onRetry={tokens.refetch} />}
      {tokens.data && (
        <Stack gap="lg">
          {system === 'shopify' ? (
            <Card component="section" aria-label={t('integrations:system.direct')}>
              <Text mb="sm">{t('integrations:system.direct_help')}</Text>
              <Button renderRoot={(props) => <Link to="/accounts/shopify" {...props} />}>
                {t('integrations:system.direct')}
              </Button>
            </Card>
          ) : (
            <Text>{t('integrations:system.lead', { system: name })}</Text>
          )}
          <CallTable calls={callsOf(system, { language, timeZone, currency: tokens.data.currency })} />
          <StarterFlows system={system} />
          <TokenCheck system={system} />
        </Stack>
      )}
    </>
  );
}

function CallTable({ calls }: { calls: readonly SystemEventCall[] }) {
  const t = useTexts();
  return (
    <>
      <Card component="section" aria-label={t('integrations:system.mapping')}>
        <Title order={2} mb="sm">
          {t('integrations:system.mapping')}
        </Title>
        <Table.ScrollContainer minWidth={560}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('integrations:system.happens')}</Table.Th>
                <Table.Th>{t('integrations:system.call')}</Table.Th>
                <Table.Th>{t('integrations:system.fields')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {calls.map(({ event, scope, item }) => (
                <Table.Tr key={event}>
                  <Table.Td>{t(`integrations:system.happening.${event}`)}</Table.Td>
                  <Table.Td>{`POST /api/v1/events/${scope}`}</Table.Td>
                  <Table.Td>{Object.keys(item).join(', ')}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Card>
      {calls.map((call) => (
        <CallExample key={call.event} {...call} />
      ))}
    </>
  );
}

function CallExample({ event, scope, item }: SystemEventCall) {
  const t = useTexts();
  const words = useWords();
  const title = t(`integrations:system.happening.${event}`);
  const command = curlOf({ origin: location.origin, scope, example: item, secret: null });
  const file = `data:application/json;charset=utf-8,${encodeURIComponent(bodyOf(item))}`;
  return (
    <Card component="section" aria-label={title}>
      <Title order={3}>{title}</Title>
      <pre className={classes.code} tabIndex={0} aria-label={title}>
        {command}
      </pre>
      <Button.Group>
        <Button
          variant="default"
          leftSection={<IconCopy size={18} />}
          onClick={() => void copyValue(command, (key) => words(key, { value: 'curl' }))}
        >
          {t('integrations:copy_command')}
        </Button>
        <Button
          variant="default"
          component="a"
          href={file}
          download={`${scope}-${event}.json`}
          leftSection={<IconDownload size={18} />}
        >
          {t('integrations:system.download')}
        </Button>
      </Button.Group>
    </Card>
  );
}
