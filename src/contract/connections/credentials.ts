/**
 * - `secret`: pasted, never shown again, requested again on a reconnect.
 * - `text`: pasted too, but not secret.
 * - `phone`: typed in any form, stored as E.164.
 * - `sender`: chosen among the account's senders, which the provider lists once the other fields are known.
 * - `login`: the name of an account, typed.
 * - `address`: the web address of an installation, typed; `https://` may be left out.
 * - `password`: typed, used once and not stored; never trimmed.
 */
export type CredentialShape = 'secret' | 'text' | 'phone' | 'sender' | 'login' | 'password' | 'address';

/** A field of the form that connects an outside service, stored sealed with the others. */
export type CredentialField = {
  name: string;
  shape: CredentialShape;
  /** Keys of the web's texts; `{{system}}` in them is the name of the service. */
  label: string;
  help: string | null;
  /** The provider reports it; entered only where it does not. */
  isRead?: true;
  /** May be left empty. */
  isOptional?: true;
};
