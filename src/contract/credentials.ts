/**
 * - `secret`: pasted, never shown again, asked for again on a reconnect.
 * - `text`: pasted too, but nothing to hide.
 * - `phone`: typed in any form, kept as E.164.
 * - `sender`: chosen among the account's senders, which the provider lists once the other fields are known.
 * - `login`: the name of an account, typed.
 * - `password`: typed, used once and not kept; nothing of it is trimmed.
 */
export type CredentialShape = 'secret' | 'text' | 'phone' | 'sender' | 'login' | 'password';

/** A field of the form that connects an outside service, and of what is sealed beside it. */
export type CredentialField = {
  name: string;
  shape: CredentialShape;
  /** Keys of the web's texts; `{{system}}` in them is the name of the service. */
  label: string;
  help: string | null;
};
