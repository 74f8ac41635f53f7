import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { z } from 'zod';
import type { Connection, OfferedBranch } from '#contract/connections/calls.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordsIn } from '#web/lib/api/known.ts';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useWords } from '#web/ui/words.tsx';
import { ConnectFailure } from '#web/connections/list/ConnectFailure.tsx';
import { formAppearanceOf, type TypedKind } from '#web/connections/connection-appearances.ts';
import { ForeignWebhooks, foreignIn } from './ForeignWebhooks.tsx';
import { useConnectBranches } from '#web/connections/use-connections.ts';

export type Offer = { ticket: string; branches: z.infer<typeof OfferedBranch>[] };

type Props = {
  kind: TypedKind;
  offer: Offer;
  connected: readonly Connection[];
  onBack: () => void;
  onDone: () => void;
};

/**
 * The branches the credentials open, to choose from; those connected already are ticked. Where one posts to somebody
 * else, the owner is asked what becomes of that address.
 */
export function ChooseBranches({ kind, offer, connected, onBack, onDone }: Props) {
  const t = useTexts();
  const words = useWords();
  const reasonId = useId();
  const connect = useConnectBranches();
  const { texts, showsNumbers } = formAppearanceOf(kind);
  const [chosen, setChosen] = useState(() => firstChoice(offer, connected));

  const foreign = foreignIn(connect.error);
  const taken = isRefused(connect.error, 'connection.branch_elsewhere')
    ? wordsIn(
        offer.branches.map(({ externalId }) => externalId),
        connect.error.details['branchExternalIds'],
      )
    : [];

  const submit = (foreignWebhooks?: 'take' | 'leave') =>
    connect.mutate(
      { kind, ticket: offer.ticket, branchExternalIds: chosen, ...(foreignWebhooks && { foreignWebhooks }) },
      {
        onSuccess: () => {
          toast.success({
            title: t(`${texts}.connected`, { count: chosen.length }),
            description: t(`${texts}.connected_help`),
          });
          onDone();
        },
      },
    );

  function choose(externalIds: string[]): void {
    setChosen(externalIds);
    connect.reset(); // the refusal was about another choice
  }

  return (
    <Stack>
      <Checkbox.Group label={t(`${texts}.choose`)} value={chosen} onChange={choose}>
        <Stack mt="xs" gap="sm">
          {offer.branches.map((branch) => (
            <Checkbox
              key={branch.externalId}
              value={branch.externalId}
              label={branch.title}
              description={[
                branch.city,
                branch.address,
                showsNumbers && t('connections:branch_number', { id: branch.externalId }),
              ]
                .filter(Boolean)
                .join(', ')}
              error={taken.includes(branch.externalId) && t(`${texts}.elsewhere`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {foreign.length > 0 ? (
        <ForeignWebhooks
          foreign={foreign}
          onTake={() => submit('take')}
          onLeave={() => submit('leave')}
          onBack={onBack}
        />
      ) : (
        <>
          <ConnectFailure kind={kind} error={connect.error} />
          {chosen.length === 0 && (
            <Text size="sm" c="dimmed" id={reasonId}>
              {t(`${texts}.choose_any`)}
            </Text>
          )}
          <FormActions>
            <Button
              onClick={() => submit()}
              loading={connect.isPending}
              disabled={chosen.length === 0}
              aria-describedby={chosen.length === 0 ? reasonId : undefined}
            >
              {t(`${texts}.connect_chosen`, { count: chosen.length })}
            </Button>
            <Button variant="default" onClick={onBack}>
              {words('back')}
            </Button>
          </FormActions>
        </>
      )}
    </Stack>
  );
}

/** The connected branches; all, where none is. */
function firstChoice({ branches }: Offer, connected: readonly Connection[]): string[] {
  const known = connected.flatMap((connection) => connection.branches.map((branch) => branch.externalId));
  const offered = branches.map((branch) => branch.externalId);
  const chosenBefore = offered.filter((externalId) => known.includes(externalId));
  return chosenBefore.length > 0 ? chosenBefore : offered;
}
