import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconExternalLink } from '@tabler/icons-react';
import type { ConsentKind } from '#contract/connections/consent.ts';
import { call } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** Leads to the page of the system on which its owner allows us the access. */
export function ConsentForm({ kind }: { kind: ConsentKind }) {
  const t = useTexts();
  const consent = useQuery({
    queryKey: ['connections', 'consents', kind],
    queryFn: () => call('GET /api/v1/connections/consents', { query: { kind } }),
  });
  const start = useMutation({
    mutationFn: () => call('POST /api/v1/connections/consents', { body: { kind } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
  if (consent.data?.isConfigured === false)
    return (
      <Alert color="attention" title={t('connections:amo.not_configured')}>
        {t('connections:amo.not_configured_todo')}
      </Alert>
    );
  return (
    <Stack>
      <Text>{t('connections:amo.consent_help')}</Text>
      <Group>
        <Button
          leftSection={<IconExternalLink size={18} />}
          loading={start.isPending || start.isSuccess}
          onClick={() => start.mutate()}
        >
          {t('connections:amo.go')}
        </Button>
      </Group>
    </Stack>
  );
}
