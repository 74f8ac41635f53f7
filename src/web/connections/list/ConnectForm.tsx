import { Stack } from '@mantine/core';
import { useState } from 'react';
import { CONNECTION_KIND_DECLARATIONS } from '#contract/connections/kinds.ts';
import type { Connection } from '#contract/connections/calls.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { CredentialInput } from '#web/lib/forms/CredentialInput.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { ChooseBranches, type Offer } from '#web/connections/branches/ChooseBranches.tsx';
import { formAppearanceOf, type TypedKind } from '#web/connections/connection-appearances.ts';
import { ConnectFailure } from './ConnectFailure.tsx';
import { MarketplaceWay } from '#web/connections/marketplace/MarketplaceWay.tsx';
import { useOfferBranches } from '#web/connections/use-connections.ts';

type Way = (typeof CONNECTION_KIND_DECLARATIONS)[TypedKind]['ways'][number];

type Props = { kind: TypedKind; connected: readonly Connection[]; onDone: () => void };

/** Form in two steps: credentials of the outside system, and branches to connect. */
export function ConnectForm({ kind, connected, onDone }: Props) {
  const t = useTexts();
  const ways: readonly Way[] = CONNECTION_KIND_DECLARATIONS[kind].ways;
  const { texts, marketplace } = formAppearanceOf(kind);
  const [wayName, setWayName] = useState(ways[0]?.name);
  const [offer, setOffer] = useState<Offer | null>(null);
  const way = ways.find(({ name }) => name === wayName);

  if (offer)
    return (
      <ChooseBranches kind={kind} offer={offer} connected={connected} onBack={() => setOffer(null)} onDone={onDone} />
    );
  return (
    <Stack>
      {marketplace && <MarketplaceWay kind={marketplace} />}
      {way && ways.length > 1 && (
        <ChoiceBar
          label={t(`${texts}.way`)}
          value={way.name}
          onChange={setWayName}
          options={ways.map(({ name, label }) => ({ value: name, label: t(label) }))}
        />
      )}
      {way && <WayForm key={way.name} kind={kind} way={way} onOffer={setOffer} />}
    </Stack>
  );
}

type WayProps = { kind: TypedKind; way: Way; onOffer: (offer: Offer) => void };

/** Requests the branches that the credentials of one way open. */
function WayForm({ kind, way, onOffer }: WayProps) {
  const t = useTexts();
  const offer = useOfferBranches();
  const system = t(`app:menu.${kind}`);
  const { fields } = way;
  const form = useContractForm<Record<string, string>>({
    schema: async () => (await import('#contract/connections/calls.ts')).offerBodyOf(kind, way),
    initial: Object.fromEntries(fields.map(({ name }) => [name, ''])),
    asBody: (values) => ({ ...values, kind }),
    draftKey: `connections.${kind}.${way.name}`,
    secrets: fields.filter(({ shape }) => shape !== 'login').map(({ name }) => name),
    restoresQuietly: true,
    submit: async (values) => onOffer(await offer.mutateAsync({ ...values, kind })),
  });
  return (
    <FormBody
      form={form}
      submit={t(`${formAppearanceOf(kind).texts}.find`)}
      failure={<ConnectFailure kind={kind} error={form.failure} />}
    >
      {fields.map((field) => (
        <CredentialInput
          key={field.name}
          shape={field.shape}
          label={t(field.label, { system })}
          description={field.help === null ? undefined : t(field.help)}
          {...form.field(field.name)}
        />
      ))}
    </FormBody>
  );
}
