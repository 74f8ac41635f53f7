import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { z } from 'zod';
import type { Connection, OfferedBranch } from '#contract/connections.ts';
import { isRefused } from '#web/lib/call-errors.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { wordsIn } from '#web/lib/known.ts';
import { FormActions } from '#web/ui/FormActions.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useWords } from '#web/ui/words.tsx';
import { ConnectFailure } from './ConnectFailure.tsx';
import type { VendorKind } from './connection-kinds.ts';
import { useConnectBranches } from './use-connections.ts';

export type Offer = { ticket: string; branches: z.infer<typeof OfferedBranch>[] };

type Props = {
  kind: VendorKind;
  offer: Offer;
  connected: readonly Connection[];
  onBack: () => void;
  onDone: () => void;
};

/** Which of the branches the login opens are to be worked with; those connected already are ticked. */
export function ChooseBranches({ kind, offer, connected, onBack, onDone }: Props) {
  const t = useTexts();
  const words = useWords();
  const reasonId = useId();
  const connect = useConnectBranches(kind);
  const [chosen, setChosen] = useState(() => firstChoice(offer, connected));

  const taken = isRefused(connect.error, 'connection.branch_elsewhere')
    ? wordsIn(
        offer.branches.map(({ externalId }) => externalId),
        connect.error.details['branchExternalIds'],
      )
    : [];

  const submit = () =>
    connect.mutate(
      { ticket: offer.ticket, branchExternalIds: chosen },
      {
        onSuccess: () => {
          toast.success({
            title: t('connections:connected', { count: chosen.length }),
            description: t('connections:connected_help'),
          });
          onDone();
        },
      },
    );

  return (
    <Stack>
      <Checkbox.Group label={t('connections:choose_branches')} value={chosen} onChange={setChosen}>
        <Stack mt="xs" gap="sm">
          {offer.branches.map((branch) => (
            <Checkbox
              key={branch.externalId}
              value={branch.externalId}
              label={branch.title}
              description={[branch.city, branch.address, t('connections:branch_number', { id: branch.externalId })]
                .filter(Boolean)
                .join(', ')}
              error={taken.includes(branch.externalId) && t('connections:elsewhere')}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <ConnectFailure kind={kind} error={connect.error} />
      {chosen.length === 0 && (
        <Text size="sm" c="dimmed" id={reasonId}>
          {t('connections:choose_any')}
        </Text>
      )}
      <FormActions>
        <Button
          onClick={submit}
          loading={connect.isPending}
          disabled={chosen.length === 0}
          aria-describedby={chosen.length === 0 ? reasonId : undefined}
        >
          {t('connections:connect_chosen', { count: chosen.length })}
        </Button>
        <Button variant="default" onClick={onBack}>
          {words('back')}
        </Button>
      </FormActions>
    </Stack>
  );
}

/** Those connected already; all of them, where none is. */
export function firstChoice({ branches }: Offer, connected: readonly Connection[]): string[] {
  const known = connected.flatMap((connection) => connection.branches.map((branch) => branch.externalId));
  const offered = branches.map((branch) => branch.externalId);
  const kept = offered.filter((externalId) => known.includes(externalId));
  return kept.length > 0 ? kept : offered;
}
