import { z } from 'zod';
import type { CredentialShape } from './credentials.ts';
import { PastedSecret } from '#contract/primitives.ts';

const Typed = z.string().trim().min(1, { error: 'required' });

/** The validation of each shape of field, before the provider is called. */
export const CREDENTIAL_SCHEMAS: Readonly<Record<CredentialShape, z.ZodType<string>>> = {
  secret: PastedSecret,
  text: PastedSecret,
  phone: Typed.max(40),
  sender: Typed.max(64),
  login: Typed.max(200),
  password: z.string().min(1, { error: 'required' }).max(200),
};
