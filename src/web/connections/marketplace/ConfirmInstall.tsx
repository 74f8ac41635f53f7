import { Alert, Button, Card, Stack, Text } from '@mantine/core';
import { IconBuildingStore, IconLock } from '@tabler/icons-react';
import type { MarketplaceKind } from '#contract/connections/marketplace.ts';
import { AuthFrame } from '#web/auth/sign-in/AuthFrame.tsx';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { logOut, useCurrentUser } from '#web/lib/api/session.ts';
import { VENDOR_NAMES } from './vendors.ts';

type Props = {
  kind: MarketplaceKind;
  branchExternalIds: readonly string[];
  isBusy: boolean;
  failure: unknown;
  onConfirm: () => void;
};

/** Confirms into which cabinet of a signed-in member the branches are connected. */
export function ConfirmInstall({ kind, branchExternalIds, isBusy, failure, onConfirm }: Props) {
  const t = useTexts();
  const { tenantName, email, memberRole } = useCurrentUser();
  const count = branchExternalIds.length;
  const vendor = VENDOR_NAMES[kind];
  const isOwner = memberRole === 'owner';
  return (
    <AuthFrame
      title={t('connections:marketplace.confirm', { vendor })}
      state={t('connections:marketplace.confirm_state')}
    >
      <Stack>
        <Card>
          <Text fw={600}>{tenantName}</Text>
          <Text size="sm" c="dimmed">
            {email}
          </Text>
          <Text size="sm" c="dimmed" mt="xs" display="flex" style={{ gap: 6, alignItems: 'center' }}>
            <IconBuildingStore size={16} aria-hidden />
            {t('connections:marketplace.branches', { count, ids: branchExternalIds.join(', ') })}
          </Text>
        </Card>
        <FormFailure error={failure} />
        {isOwner ? (
          <Button size="md" fullWidth loading={isBusy} onClick={onConfirm}>
            {t('connections:marketplace.confirm_submit', { count })}
          </Button>
        ) : (
          <Alert color="attention" icon={<IconLock size={20} />} title={t('connections:marketplace.owner_only')}>
            {t('connections:marketplace.owner_only_text')}
          </Alert>
        )}
        <Button size="md" variant="default" fullWidth onClick={() => void logOut({ revoke: true })}>
          {t('connections:marketplace.other_cabinet')}
        </Button>
      </Stack>
    </AuthFrame>
  );
}
