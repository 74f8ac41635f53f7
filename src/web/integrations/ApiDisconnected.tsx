import { Button } from '@mantine/core';
import type { listApiTokens } from '#contract/integrations/tokens.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { useConnectAgain } from './use-integrations.ts';

type Props = NonNullable<ReplyOf<typeof listApiTokens>['disconnected']>;

/** Shown after the owner disconnected the API: clients are refused until it is connected again here. */
export function ApiDisconnected({ connectionId, since }: Props) {
  const t = useTexts();
  const format = useFormat();
  const connect = useConnectAgain();
  return (
    <TroubleAlert
      tone="bad"
      title={t('integrations:disconnected.title')}
      action={
        <Button loading={connect.isPending} onClick={() => connect.mutate(connectionId)}>
          {t('integrations:disconnected.connect')}
        </Button>
      }
    >
      {t('integrations:disconnected.todo', { when: format.near(since) })}
    </TroubleAlert>
  );
}
