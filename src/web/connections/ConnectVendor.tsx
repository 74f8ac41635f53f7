import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { lazy, startTransition, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import type { z } from 'zod';
import type { Connection, VendorCredentials, VendorLogin, VendorToken } from '#contract/connections.ts';
import { type ContractForm, useContractForm } from '#web/lib/form.ts';
import { FormBody } from '#web/lib/FormBody.tsx';
import { useTexts } from '#web/lib/i18n.ts';
import { ChoiceBar } from '#web/ui/ChoiceBar.tsx';
import type { Offer } from './ChooseBranches.tsx';
import { ConnectFailure } from './ConnectFailure.tsx';
import type { VendorKind } from './connection-kinds.ts';
import { MarketplaceWay } from './MarketplaceWay.tsx';
import { useOfferBranches } from './use-connections.ts';

type Way = 'login' | 'token';

type Props = { kind: VendorKind; connected: readonly Connection[]; onDone: () => void };

/** The second question comes while the first is being answered by the vendor. */
const loadBranches = () => import('./ChooseBranches.tsx');
const ChooseBranches = lazy(async () => ({ default: (await loadBranches()).ChooseBranches }));

/** Two questions: who are you in the booking system, and which branches do we work with. */
export function ConnectVendor({ kind, connected, onDone }: Props) {
  const t = useTexts();
  const [way, setWay] = useState<Way>('login');
  const [offer, setOffer] = useState<Offer | null>(null);

  if (offer)
    return (
      <ChooseBranches kind={kind} offer={offer} connected={connected} onBack={() => setOffer(null)} onDone={onDone} />
    );
  return (
    <Stack>
      <MarketplaceWay kind={kind} />
      <ChoiceBar
        label={t('connections:vendor.way')}
        value={way}
        onChange={setWay}
        options={[
          { value: 'login', label: t('connections:vendor.way_login') },
          { value: 'token', label: t('connections:vendor.way_token') },
        ]}
      />
      {way === 'login' ? <LoginForm kind={kind} onOffer={setOffer} /> : <TokenForm kind={kind} onOffer={setOffer} />}
    </Stack>
  );
}

const loadShapes = () => import('#contract/connections.ts');

type WayProps = { kind: VendorKind; onOffer: (offer: Offer) => void };

function LoginForm({ kind, onOffer }: WayProps) {
  const t = useTexts();
  const system = t(`app:menu.${kind}`);
  const form = useWay<z.infer<typeof VendorLogin>>(
    { kind, onOffer },
    {
      schema: async () => (await loadShapes()).VendorLogin,
      initial: { login: '', password: '' },
      draftKey: `connections:${kind}`,
      secrets: ['password'],
      restoresQuietly: true,
    },
  );
  return (
    <WayForm kind={kind} form={form}>
      <TextInput label={t('connections:vendor.login', { system })} autoComplete="off" {...form.field('login')} />
      <PasswordInput
        label={t('connections:vendor.password', { system })}
        description={t('connections:vendor.password_help')}
        autoComplete="off"
        {...form.field('password')}
      />
    </WayForm>
  );
}

function TokenForm({ kind, onOffer }: WayProps) {
  const t = useTexts();
  const form = useWay<z.infer<typeof VendorToken>>(
    { kind, onOffer },
    {
      schema: async () => (await loadShapes()).VendorToken,
      initial: { userToken: '' },
    },
  );
  return (
    <WayForm kind={kind} form={form}>
      <PasswordInput
        label={t('connections:vendor.token')}
        description={t('connections:vendor.token_help')}
        autoComplete="off"
        {...form.field('userToken')}
      />
    </WayForm>
  );
}

/** A form that asks the vendor for the branches which what was typed opens. */
function useWay<Values extends z.input<typeof VendorCredentials>>(
  { kind, onOffer }: WayProps,
  form: Omit<ContractForm<Values>, 'submit'>,
) {
  const ask = useOfferBranches(kind);
  return useContractForm<Values>({
    ...form,
    submit: async (values) => {
      const [offer] = await Promise.all([ask.mutateAsync(values), loadBranches()]);
      startTransition(() => onOffer(offer));
    },
  });
}

type WayFormProps = { kind: VendorKind; form: ComponentProps<typeof FormBody>['form']; children: ReactNode };

function WayForm({ kind, form, children }: WayFormProps) {
  const t = useTexts();
  return (
    <FormBody
      form={form}
      submit={t('connections:vendor.find_branches')}
      failure={<ConnectFailure kind={kind} error={form.failure} />}
    >
      {children}
    </FormBody>
  );
}
