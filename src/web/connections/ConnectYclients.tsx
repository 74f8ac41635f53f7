import { Button, PasswordInput, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import type { Connection } from '#contract/connections.ts';
import { useContractForm } from '#web/lib/form.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { ChooseBranches, type Offer } from './ChooseBranches.tsx';
import { ConnectFailure } from './ConnectFailure.tsx';
import { useOfferBranches } from './use-connections.ts';

type Way = 'login' | 'token';

/** Two questions: who are you in YCLIENTS, and which branches do we work with. */
export function ConnectYclients({ connected, onDone }: { connected: readonly Connection[]; onDone: () => void }) {
  const t = useTexts();
  const [way, setWay] = useState<Way>('login');
  const [offer, setOffer] = useState<Offer | null>(null);

  if (offer)
    return <ChooseBranches offer={offer} connected={connected} onBack={() => setOffer(null)} onDone={onDone} />;
  return (
    <Stack>
      <SegmentedControl
        aria-label={t('connections.yclients.way')}
        value={way}
        onChange={(value) => setWay(value === 'token' ? 'token' : 'login')}
        data={[
          { value: 'login', label: t('connections.yclients.way_login') },
          { value: 'token', label: t('connections.yclients.way_token') },
        ]}
      />
      {way === 'login' ? <LoginForm onOffer={setOffer} /> : <TokenForm onOffer={setOffer} />}
    </Stack>
  );
}

const required = z.string().trim().min(1, { error: 'required' }).max(200, { error: 'too_long' });

function LoginForm({ onOffer }: { onOffer: (offer: Offer) => void }) {
  const t = useTexts();
  const ask = useOfferBranches();
  const { field, formProps, isBusy, failure } = useContractForm({
    schema: z.object({ login: required, password: required }),
    initial: { login: '', password: '' },
    draftKey: 'connections.yclients',
    secrets: ['password'],
    submit: async (values) => onOffer(await ask.mutateAsync(values)),
  });
  return (
    <form {...formProps}>
      <Stack>
        <TextInput label={t('connections.yclients.login')} autoComplete="off" {...field('login')} />
        <PasswordInput
          label={t('connections.yclients.password')}
          description={t('connections.yclients.password_help')}
          autoComplete="off"
          {...field('password')}
        />
        <ConnectFailure error={failure} />
        <Button type="submit" loading={isBusy}>
          {t('connections.yclients.find_branches')}
        </Button>
      </Stack>
    </form>
  );
}

function TokenForm({ onOffer }: { onOffer: (offer: Offer) => void }) {
  const t = useTexts();
  const ask = useOfferBranches();
  const { field, formProps, isBusy, failure } = useContractForm({
    schema: z.object({ userToken: required }),
    initial: { userToken: '' },
    submit: async (values) => onOffer(await ask.mutateAsync(values)),
  });
  return (
    <form {...formProps}>
      <Stack>
        <PasswordInput
          label={t('connections.yclients.token')}
          description={t('connections.yclients.token_help')}
          autoComplete="off"
          {...field('userToken')}
        />
        <ConnectFailure error={failure} />
        <Button type="submit" loading={isBusy}>
          {t('connections.yclients.find_branches')}
        </Button>
      </Stack>
    </form>
  );
}
