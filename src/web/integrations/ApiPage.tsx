import { Button, Skeleton, Stack } from '@mantine/core';
import { IconCode, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApiToken, listApiTokens } from '#contract/integrations/tokens.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { ApiBranches } from './ApiBranches.tsx';
import { ApiSystems } from './ApiSystems.tsx';
import { ApiDisconnected } from './ApiDisconnected.tsx';
import { CallExamples } from './CallExamples.tsx';
import { IgnoredFields } from './IgnoredFields.tsx';
import { RequestList } from './RequestList.tsx';
import { TokenList } from './TokenList.tsx';
import { useApiTokens } from './use-integrations.ts';
import { CreateTokenDialog } from './CreateTokenDialog.tsx';

/** Route: /accounts/api */
export function ApiPage() {
  const t = useTexts();
  const tokens = useApiTokens();
  if (tokens.data) return <Programs {...tokens.data} />;
  return (
    <>
      <PageHead title={t('integrations:title')} state={'\u00a0'} />
      {tokens.isError ? (
        <Failure error={tokens.error} onRetry={tokens.refetch} />
      ) : (
        <Loading>
          <Skeleton height={180} radius="md" mb="lg" />
          <Skeleton height={260} radius="md" />
        </Loading>
      )}
    </>
  );
}

function Programs({ tokens, tariff, disconnected, ignoredFields, currency }: ReplyOf<typeof listApiTokens>) {
  const t = useTexts();
  const [isCreating, setCreating] = useState(false);
  /** Secret of the new token, so that the examples can be copied and run. Kept in this page's memory only. */
  const [secret, setSecret] = useState<string | null>(null);
  const create = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
      {t('integrations:create')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t('integrations:title')}
        state={disconnected ? t('integrations:disconnected.title') : <TokensState tokens={tokens} />}
        action={tokens.length > 0 ? create : undefined}
      />
      <Stack gap="lg">
        {!tariff.isIncluded && (
          <TroubleAlert tone="bad" title={t('integrations:tariff_title')}>
            {t('integrations:tariff_todo')}
          </TroubleAlert>
        )}
        {disconnected && <ApiDisconnected {...disconnected} />}
        {tokens.length === 0 ? (
          <EmptyState
            icon={<IconCode size={36} stroke={1.5} />}
            title={t('integrations:empty_title')}
            text={t('integrations:empty')}
            action={create}
          />
        ) : (
          <TokenList tokens={tokens} />
        )}
        <CallExamples secret={secret} currency={currency} />
        <ApiSystems />
        {tokens.length > 0 && (
          <>
            <RequestList />
            <IgnoredFields fields={ignoredFields} />
            {!disconnected && <ApiBranches />}
          </>
        )}
      </Stack>
      {isCreating && <CreateTokenDialog onMade={setSecret} onClose={() => setCreating(false)} />}
    </>
  );
}

/** Number of valid tokens, and when one was last used. */
function TokensState({ tokens }: { tokens: readonly ApiToken[] }) {
  const t = useTexts();
  const format = useFormat();
  if (tokens.length === 0) return t('integrations:state_none');
  const working = tokens.filter(({ revokedAt }) => revokedAt === null).length;
  const [latest] = tokens.flatMap(({ lastUsedAt }) => lastUsedAt ?? []).toSorted((a, b) => (a < b ? 1 : -1));
  const count = working === 0 ? t('integrations:state_off') : t('integrations:state_count', { count: working });
  return latest
    ? `${count}, ${t('integrations:state_used', { when: format.near(latest) })}`
    : `${count}, ${t('integrations:state_unused')}`;
}
