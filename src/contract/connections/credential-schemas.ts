import { z } from 'zod';
import type { CredentialShape } from './credentials.ts';
import { PastedSecret, WebAddress } from '#contract/primitives.ts';

const withScheme = (text: string) => (/^https?:\/\//i.test(text) ? text : `https://${text}`);

const Typed = z.string().trim().min(1, { error: 'required' });

/** The validation of each shape of field, before the provider is called. */
export const CREDENTIAL_SCHEMAS: Readonly<Record<CredentialShape, z.ZodType<string>>> = {
  secret: PastedSecret,
  text: PastedSecret,
  phone: Typed.max(40),
  sender: Typed.max(64),
  login: Typed.max(200),
  address: Typed.max(200).refine((text) => WebAddress.safeParse(withScheme(text)).success, { error: 'url' }),
  password: z.string().min(1, { error: 'required' }).max(200),
};
