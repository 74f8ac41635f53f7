import { PasswordInput, Stack } from '@mantine/core';
import { lazy, startTransition, useState } from 'react';
import type { Connection } from '#contract/connections.ts';
import { useContractForm } from '#web/lib/form.ts';
import { FormBody } from '#web/lib/FormBody.tsx';
import { useTexts } from '#web/lib/i18n.ts';
import { ChoiceBar } from '#web/ui/ChoiceBar.tsx';
import type { Offer } from './ChooseBranches.tsx';
import { ConnectFailure } from './ConnectFailure.tsx';
import { useOfferOrganizations } from './use-iiko.ts';

type Way = 'api_login' | 'api_key';
type Props = { connected: readonly Connection[]; onDone: () => void };

/** The second question comes while iiko answers the first. */
const loadOrganizations = () => import('./ChooseOrganizations.tsx');
const ChooseOrganizations = lazy(async () => ({ default: (await loadOrganizations()).ChooseOrganizations }));

/** Two questions: what opens the restaurant's iiko, and which organizations do we work with. */
export function ConnectIiko({ connected, onDone }: Props) {
  const t = useTexts();
  const [way, setWay] = useState<Way>('api_login');
  const [offer, setOffer] = useState<Offer | null>(null);

  if (offer)
    return <ChooseOrganizations offer={offer} connected={connected} onBack={() => setOffer(null)} onDone={onDone} />;
  return (
    <Stack>
      <ChoiceBar
        label={t('connections:iiko.way')}
        value={way}
        onChange={setWay}
        options={[
          { value: 'api_login', label: t('connections:iiko.way_api_login') },
          { value: 'api_key', label: t('connections:iiko.way_api_key') },
        ]}
      />
      {way === 'api_login' ? <LoginForm onOffer={setOffer} /> : <KeyForm onOffer={setOffer} />}
    </Stack>
  );
}

const loadShapes = () => import('#contract/connections.ts');

type WayProps = { onOffer: (offer: Offer) => void };

function LoginForm({ onOffer }: WayProps) {
  const t = useTexts();
  const ask = useOfferOrganizations();
  const form = useContractForm<{ apiLogin: string }>({
    schema: async () => (await loadShapes()).IikoApiLogin,
    initial: { apiLogin: '' },
    submit: (values) => offerOf(ask.mutateAsync(values), onOffer),
  });
  return (
    <FormBody
      form={form}
      submit={t('connections:iiko.find')}
      failure={<ConnectFailure kind="iiko" error={form.failure} />}
    >
      <PasswordInput
        label={t('connections:iiko.api_login')}
        description={t('connections:iiko.api_login_help')}
        autoComplete="off"
        {...form.field('apiLogin')}
      />
    </FormBody>
  );
}

function KeyForm({ onOffer }: WayProps) {
  const t = useTexts();
  const ask = useOfferOrganizations();
  const form = useContractForm<{ apiKey: string }>({
    schema: async () => (await loadShapes()).IikoApiKey,
    initial: { apiKey: '' },
    submit: (values) => offerOf(ask.mutateAsync(values), onOffer),
  });
  return (
    <FormBody
      form={form}
      submit={t('connections:iiko.find')}
      failure={<ConnectFailure kind="iiko" error={form.failure} />}
    >
      <PasswordInput
        label={t('connections:iiko.api_key')}
        description={t('connections:iiko.api_key_help')}
        autoComplete="off"
        {...form.field('apiKey')}
      />
    </FormBody>
  );
}

/** Goes on once both are there: what may be chosen, and what it is chosen with. */
async function offerOf(asked: Promise<Offer>, onOffer: (offer: Offer) => void): Promise<void> {
  const [offer] = await Promise.all([asked, loadOrganizations()]);
  startTransition(() => onOffer(offer));
}
