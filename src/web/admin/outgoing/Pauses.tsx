import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useState } from 'react';
import type { SendingPause } from '#contract/admin/outgoing.ts';
import { CHANNEL_PROVIDERS } from '#contract/channels/channel-providers.ts';
import { CHANNEL_KIND_NAMES } from '#contract/channels/kinds.ts';
import { useKindName, useLiftPause, usePauses } from '#web/admin/use-operations.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';

/** Returns a function that names the target of a pause. */
function useTargetName(): (pause: SendingPause) => string {
  const t = useTexts();
  const nameOf = useKindName();
  return ({ aim, name, cabinet }) => {
    const kind = wordIn(CHANNEL_KIND_NAMES, name);
    const provider = wordIn(CHANNEL_PROVIDERS, name);
    if (cabinet) return cabinet.name;
    if (aim === 'kind' && kind) return nameOf(kind); // NOTE: a provider may have the name of a kind
    return provider ? t(`operations:provider.${provider}`) : t('operations:pause.everything');
  };
}

/** The state of a pause in one sentence. */
function useEndText(): (pause: SendingPause) => string {
  const t = useTexts();
  const format = useFormat();
  return ({ lifted, endsAt, isOpen }) => {
    if (lifted) {
      const { by, at, reason } = lifted;
      return t('operations:pause.lifted_by', { email: by.email, time: format.near(at), reason });
    }
    if (endsAt === null) return t('operations:pause.open');
    const time = format.near(endsAt);
    return isOpen ? t('operations:pause.open_until', { time }) : t('operations:pause.over', { time });
  };
}

/** Pauses that hold, each with the button that ends it. */
export function OpenPauses() {
  const t = useTexts();
  const pauses = usePauses({ isOpen: true });
  const targetOf = useTargetName();
  const endOf = useEndText();
  const [lifting, setLifting] = useState<SendingPause | null>(null);
  if (pauses.error) return <Failure error={pauses.error} onRetry={pauses.refetch} />;
  return (
    <>
      {pauses.data?.map((pause) => (
        <Alert
          key={pause.id}
          color="attention"
          icon={<IconPlayerPause aria-hidden />}
          title={`${t('operations:pause.target')}: ${targetOf(pause)}`}
        >
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              {pause.reason} · {pause.pausedBy.email} · {endOf(pause)}
            </Text>
            <Button size="xs" onClick={() => setLifting(pause)}>
              {t('operations:pause.lift')}
            </Button>
          </Stack>
        </Alert>
      ))}
      {lifting && <LiftDialog pause={lifting} name={targetOf(lifting)} onClose={() => setLifting(null)} />}
    </>
  );
}

function LiftDialog({ pause, name, onClose }: { pause: SendingPause; name: string; onClose: () => void }) {
  const t = useTexts();
  const lift = useLiftPause();
  const [reason, setReason] = useState('');
  const submit = () =>
    lift.mutate(
      { id: pause.id, reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success({ title: t('operations:pause.lifted') });
          onClose();
        },
        onError: (error) => toast.error({ title: problemText(error, t) }),
      },
    );
  return (
    <Dialog title={`${t('operations:pause.lift_title')}: ${name}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Text mb="md">{t('operations:pause.lift_text')}</Text>
        <TextInput
          required
          minLength={3}
          maxLength={500}
          label={t('operations:pause.reason')}
          description={t('operations:pause.reason_help')}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <FormActions isDialog>
          <Button type="submit" loading={lift.isPending} disabled={reason.trim().length < 3}>
            {t('operations:pause.lift')}
          </Button>
        </FormActions>
      </form>
    </Dialog>
  );
}

/** All pauses, newest first. */
export function PauseHistory() {
  const t = useTexts();
  const format = useFormat();
  const pauses = usePauses({ isOpen: false });
  const targetOf = useTargetName();
  const endOf = useEndText();
  return (
    <DataList
      label={t('operations:outgoing.view.pauses')}
      rows={pauses.data ?? []}
      rowKey={({ id }) => id}
      columns={[
        { key: 'target', title: t('operations:pause.target'), isMain: true, cell: targetOf },
        { key: 'reason', title: t('operations:pause.reason'), cell: ({ reason }) => reason },
        {
          key: 'set',
          title: t('operations:pause.set'),
          cell: ({ pausedBy, pausedAt }) =>
            t('operations:pause.by', { email: pausedBy.email, time: format.near(pausedAt) }),
        },
        { key: 'end', title: t('operations:pause.end'), cell: endOf },
      ]}
      paging={pauses}
      empty={<EmptyState text={t('operations:pause.none')} />}
    />
  );
}
