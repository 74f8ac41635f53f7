import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { CabinetFigures } from '#contract/admin/outgoing.ts';
import { PAUSE_AIMS, type PauseAimName } from '#contract/admin/values.ts';
import { CHANNEL_PROVIDERS } from '#contract/channels/channel-providers.ts';
import { CHANNEL_KIND_NAMES } from '#contract/channels/kinds.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { useUsers } from '#web/admin/use-admin.ts';
import { type PauseTarget, useKindName, usePausePreview, usePauseSending } from '#web/admin/use-operations.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { MomentField } from '#web/lib/forms/MomentField.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';

type Props = {
  /** Chosen in a list. */
  cabinet?: Pick<CabinetFigures, 'tenantId' | 'name'>;
  onClose: () => void;
};

const TYPING_MS = 250;

/** Pauses sending: the target, the reason, the end, and what it stops. */
export function PauseDialog({ cabinet, onClose }: Props) {
  const t = useTexts();
  const format = useFormat();
  const nameOf = useKindName();
  const pause = usePauseSending();
  const [aim, setAim] = useState<PauseAimName>('cabinet');
  const [kind, setKind] = useState(CHANNEL_KIND_NAMES[0]);
  const [provider, setProvider] = useState<(typeof CHANNEL_PROVIDERS)[number]>(CHANNEL_PROVIDERS[0]);
  const [tenantId, setTenantId] = useState(cabinet?.tenantId);
  const [reason, setReason] = useState('');
  const [endsAt, setEndsAt] = useState<string | null>(null);
  const target = targetOf({ aim, kind, provider, tenantId });
  const submit = () =>
    target &&
    pause.mutate(
      { ...target, reason: reason.trim(), endsAt },
      {
        onSuccess: () => {
          toast.success({ title: t('operations:pause.done') });
          onClose();
        },
        onError: (error) => toast.error({ title: t('operations:pause.failed'), description: problemText(error, t) }),
      },
    );
  return (
    <Dialog title={t('operations:pause.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          {!cabinet && (
            <NativeSelect
              label={t('operations:pause.aim_label')}
              value={aim}
              data={PAUSE_AIMS.map((value) => ({ value, label: t(`operations:pause.aim.${value}`) }))}
              onChange={({ currentTarget }) => setAim(wordIn(PAUSE_AIMS, currentTarget.value) ?? aim)}
            />
          )}
          {cabinet && <Text fw={600}>{cabinet.name}</Text>}
          {!cabinet && aim === 'cabinet' && <CabinetField onChange={setTenantId} />}
          {aim === 'kind' && (
            <NativeSelect
              label={t('operations:pause.kind')}
              value={kind}
              data={CHANNEL_KIND_NAMES.map((value) => ({ value, label: nameOf(value) }))}
              onChange={({ currentTarget }) => setKind(wordIn(CHANNEL_KIND_NAMES, currentTarget.value) ?? kind)}
            />
          )}
          {aim === 'provider' && (
            <NativeSelect
              label={t('operations:pause.provider')}
              value={provider}
              data={CHANNEL_PROVIDERS.map((value) => ({ value, label: t(`operations:provider.${value}`) }))}
              onChange={({ currentTarget }) => setProvider(wordIn(CHANNEL_PROVIDERS, currentTarget.value) ?? provider)}
            />
          )}
          <Preview target={target} />
          <TextInput
            required
            minLength={3}
            maxLength={500}
            label={t('operations:pause.reason')}
            description={t('operations:pause.reason_help')}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <MomentField
            label={t('operations:pause.until')}
            description={t('operations:pause.until_help')}
            value={endsAt}
            usualTime="23:59"
            firstDay={format.dayKey(new Date(productNow()).toISOString(), format.homeZone)}
            onChange={setEndsAt}
          />
          <Text size="sm" c="dimmed">
            {t('operations:pause.effect')} {t('operations:pause.owner_notice')}
          </Text>
        </Stack>
        <FormActions isDialog>
          <Button
            type="submit"
            color="bad"
            loading={pause.isPending}
            disabled={target === null || reason.trim().length < 3}
          >
            {t('operations:pause.confirm')}
          </Button>
        </FormActions>
      </form>
    </Dialog>
  );
}

type Choice = Required<Pick<PauseTarget, 'aim' | 'provider'>> & {
  kind: PauseTarget['kind'] | undefined;
  tenantId: TenantId | undefined;
};

function targetOf({ aim, kind, provider, tenantId }: Choice): PauseTarget | null {
  if (aim === 'cabinet') return tenantId ? { aim, tenantId } : null;
  if (aim === 'kind') return kind ? { aim, kind } : null;
  return aim === 'provider' ? { aim, provider } : { aim };
}

function CabinetField({ onChange }: { onChange: (id: TenantId | undefined) => void }) {
  const t = useTexts();
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, TYPING_MS);
  const [userId, setUserId] = useState<string | null>(null);
  const users = useUsers({ search: settled });
  const found = users.data?.items ?? [];
  return (
    <SearchSelect
      required
      label={t('operations:pause.cabinet')}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      value={userId}
      data={found.map(({ id, email }) => ({ value: id, label: email }))}
      onChange={(next) => {
        setUserId(next);
        onChange(found.find(({ id }) => id === next)?.userGuid);
      }}
    />
  );
}

function Preview({ target }: { target: PauseTarget | null }) {
  const t = useTexts();
  const format = useFormat();
  const preview = usePausePreview(target);
  if (target && preview.error) return <Failure error={preview.error} onRetry={preview.refetch} />;
  if (!target || !preview.data) return null;
  const { channels, messages, expiring, isMore } = preview.data;
  return (
    <Facts
      facts={[
        { label: t('operations:pause.channels'), value: format.number(channels) },
        {
          label: t('operations:pause.messages'),
          value: isMore ? t('operations:pause.more', { value: messages }) : format.number(messages),
        },
        { label: t('operations:pause.expiring'), value: format.number(expiring) },
      ]}
    />
  );
}
