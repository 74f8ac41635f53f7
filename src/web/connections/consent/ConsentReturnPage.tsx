import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ConsentKind } from '#contract/connections/consent.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { pageOf } from '#web/connections/connection-appearances.ts';
import { ConnectFailure } from '#web/connections/list/ConnectFailure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';

/** Route: /accounts/amo/connect, to which the page of the system leads back. */
export function ConsentReturnPage({ kind }: { kind: ConsentKind }) {
  const t = useTexts();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isSent = useRef(false);
  const finish = useMutation({
    mutationFn: (search: string) => call('POST /api/v1/connections/consents/returns', { body: { kind, search } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['connections'] });
      toast.success({ title: t('connections:amo.connected'), description: t('connections:amo.connected_help') });
      await navigate({ to: pageOf(kind), replace: true });
    },
  });
  const { mutate } = finish;
  useEffect(() => {
    if (isSent.current) return; // the code is accepted once
    isSent.current = true;
    mutate(location.search);
  }, [mutate]);

  if (!finish.isError)
    return (
      <>
        <PageHead title={t('connections:amo.returning')} state={t('connections:amo.returning_state')} />
        <Loading>{null}</Loading>
      </>
    );
  return (
    <>
      <PageHead title={t('connections:amo.return_failed')} state={'\u00a0'} />
      <ConnectFailure kind={kind} error={finish.error} />
      <Group mt="md">
        <Button component={Link} to={pageOf(kind)}>
          {t('connections:amo.back')}
        </Button>
      </Group>
    </>
  );
}
