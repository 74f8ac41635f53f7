import { PasswordInput, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import type { z } from 'zod';
import type { Connection, VendorCredentials, VendorLogin, VendorToken } from '#contract/connections.ts';
import { type ContractForm, useContractForm } from '#web/lib/form.ts';
import { FormBody } from '#web/lib/FormBody.tsx';
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

const loadShapes = () => import('#contract/connections.ts');

type WayProps = { onOffer: (offer: Offer) => void };

function LoginForm({ onOffer }: WayProps) {
  const t = useTexts();
  const form = useWay<z.infer<typeof VendorLogin>>(onOffer, {
    schema: async () => (await loadShapes()).VendorLogin,
    initial: { login: '', password: '' },
    draftKey: 'connections.yclients',
    secrets: ['password'],
    restoresQuietly: true,
  });
  return (
    <WayForm form={form}>
      <TextInput label={t('connections.yclients.login')} autoComplete="off" {...form.field('login')} />
      <PasswordInput
        label={t('connections.yclients.password')}
        description={t('connections.yclients.password_help')}
        autoComplete="off"
        {...form.field('password')}
      />
    </WayForm>
  );
}

function TokenForm({ onOffer }: WayProps) {
  const t = useTexts();
  const form = useWay<z.infer<typeof VendorToken>>(onOffer, {
    schema: async () => (await loadShapes()).VendorToken,
    initial: { userToken: '' },
  });
  return (
    <WayForm form={form}>
      <PasswordInput
        label={t('connections.yclients.token')}
        description={t('connections.yclients.token_help')}
        autoComplete="off"
        {...form.field('userToken')}
      />
    </WayForm>
  );
}

/** A form that asks YCLIENTS for the branches which what was typed opens. */
function useWay<Values extends z.input<typeof VendorCredentials>>(
  onOffer: (offer: Offer) => void,
  form: Omit<ContractForm<Values>, 'submit'>,
) {
  const ask = useOfferBranches();
  return useContractForm<Values>({ ...form, submit: async (values) => onOffer(await ask.mutateAsync(values)) });
}

type WayFormProps = { form: ComponentProps<typeof FormBody>['form']; children: ReactNode };

function WayForm({ form, children }: WayFormProps) {
  const t = useTexts();
  return (
    <FormBody
      form={form}
      submit={t('connections.yclients.find_branches')}
      failure={<ConnectFailure error={form.failure} />}
    >
      {children}
    </FormBody>
  );
}
