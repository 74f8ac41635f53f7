import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import type { Connection } from '#contract/connections.ts';
import { isRefused } from '#web/lib/call-errors.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { wordsIn } from '#web/lib/known.ts';
import { FormActions } from '#web/ui/FormActions.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useWords } from '#web/ui/words.tsx';
import { firstChoice, type Offer } from './ChooseBranches.tsx';
import { ConnectFailure } from './ConnectFailure.tsx';
import { ForeignWebhooks, foreignIn } from './ForeignWebhooks.tsx';
import { useConnectOrganizations } from './use-iiko.ts';

type Props = { offer: Offer; connected: readonly Connection[]; onBack: () => void; onDone: () => void };

/** Which of the organizations are to be worked with, and what becomes of somebody else's address at them. */
export function ChooseOrganizations({ offer, connected, onBack, onDone }: Props) {
  const t = useTexts();
  const words = useWords();
  const reasonId = useId();
  const connect = useConnectOrganizations();
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
      { ticket: offer.ticket, branchExternalIds: chosen, ...(foreignWebhooks && { foreignWebhooks }) },
      {
        onSuccess: () => {
          toast.success({
            title: t('connections:iiko.connected', { count: chosen.length }),
            description: t('connections:iiko.connected_help'),
          });
          onDone();
        },
      },
    );

  function choose(externalIds: string[]): void {
    setChosen(externalIds);
    connect.reset(); // what was refused was another choice
  }

  return (
    <Stack>
      <Checkbox.Group label={t('connections:iiko.choose')} value={chosen} onChange={choose}>
        <Stack mt="xs" gap="sm">
          {offer.branches.map((branch) => (
            <Checkbox
              key={branch.externalId}
              value={branch.externalId}
              label={branch.title}
              description={[branch.city, branch.address].filter(Boolean).join(', ')}
              error={taken.includes(branch.externalId) && t('connections:iiko.elsewhere')}
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
          <ConnectFailure kind="iiko" error={connect.error} />
          {chosen.length === 0 && (
            <Text size="sm" c="dimmed" id={reasonId}>
              {t('connections:iiko.choose_any')}
            </Text>
          )}
          <FormActions>
            <Button
              onClick={() => submit()}
              loading={connect.isPending}
              disabled={chosen.length === 0}
              aria-describedby={chosen.length === 0 ? reasonId : undefined}
            >
              {t('connections:iiko.connect_chosen', { count: chosen.length })}
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
