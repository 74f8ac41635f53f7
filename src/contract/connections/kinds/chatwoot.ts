import type { CredentialField } from '#contract/connections/credentials.ts';
import type { ConnectionKindDeclaration } from '#contract/connections/kind.ts';
import { DESK_RIGHTS } from '#contract/connections/values.ts';

const ADDRESS = {
  name: 'baseUrl',
  shape: 'address',
  label: 'connections:chatwoot.address',
  help: 'connections:chatwoot.address_help',
  isOptional: true,
} as const satisfies CredentialField;

/**
 * Chatwoot, a desk of operators. An account is a branch. The access token comes first: signing in by password may end
 * another session of that person. Each payload is posted once, so talks are polled every minute.
 */
export const CHATWOOT = {
  reads: 'talks',
  pollMinutes: 1,
  sendsToken: false,
  signs: true,
  rights: DESK_RIGHTS,
  ways: [
    {
      name: 'token',
      label: 'connections:chatwoot.way_token',
      fields: [
        ADDRESS,
        {
          name: 'accessToken',
          shape: 'secret',
          label: 'connections:chatwoot.token',
          help: 'connections:chatwoot.token_help',
        },
      ],
    },
    {
      name: 'login',
      label: 'connections:chatwoot.way_login',
      fields: [
        ADDRESS,
        { name: 'email', shape: 'login', label: 'connections:chatwoot.email', help: null },
        {
          name: 'password',
          shape: 'password',
          label: 'connections:vendor.password',
          help: 'connections:chatwoot.password_help',
        },
      ],
    },
  ],
  page: '/accounts/chatwoot',
} as const satisfies ConnectionKindDeclaration;
