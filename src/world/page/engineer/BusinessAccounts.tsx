import { Stack, Switch, Text } from '@mantine/core';
import { act } from '../api.ts';
import { useTexts } from '../texts.tsx';
import type { AccountKind } from '../types.ts';
import { useBusinessAccounts } from '../use-world.ts';

const DEATHS = { key: 'deathKey', session: 'deathSession', account: 'deathAccount' } as const;

/** Accounts that cabinets write from: each may stop to work, and most may be healed. */
export function BusinessAccounts() {
  const kinds = useBusinessAccounts().data?.kinds ?? [];
  return (
    <Stack gap="md" mt="md">
      {kinds
        .filter(({ accounts }) => accounts.length > 0)
        .map((kind) => (
          <Kind key={kind.service} kind={kind} />
        ))}
    </Stack>
  );
}

function Kind({ kind: { service, title, death, accounts } }: { kind: AccountKind }) {
  const { t } = useTexts();
  const isFinal = death === 'session';
  const change = (id: string, isAlive: boolean) =>
    void act('PATCH', `/_sim/accounts/${service}/${encodeURIComponent(id)}`, { isAlive });
  return (
    <Stack gap={8} role="group" aria-label={title}>
      <Text fz={13} fw={650}>
        {title}: {t(DEATHS[death])}
      </Text>
      {accounts.map(({ id, name, address, isAlive }) => (
        <Switch
          key={id}
          color="red"
          label={`${name}, ${address}`}
          description={isFinal && !isAlive ? t('deathRejoin') : undefined}
          disabled={isFinal && !isAlive}
          checked={!isAlive}
          onChange={(event) => change(id, !event.currentTarget.checked)}
        />
      ))}
    </Stack>
  );
}
