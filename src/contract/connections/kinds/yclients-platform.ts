import type { ConnectionKindDeclaration } from '#contract/connections/kind.ts';
import { BOOKING_RIGHTS } from '#contract/connections/values.ts';

/** Common to the vendors of the YCLIENTS platform: YCLIENTS itself, and Altegio for the rest of the world. */
export const YCLIENTS_PLATFORM = {
  reads: 'visits',
  books: true,
  pollMinutes: 10,
  sendsToken: false,
  rights: BOOKING_RIGHTS,
  ways: [
    {
      name: 'login',
      label: 'connections:vendor.way_login',
      fields: [
        { name: 'login', shape: 'login', label: 'connections:vendor.login', help: null },
        {
          name: 'password',
          shape: 'password',
          label: 'connections:vendor.password',
          help: 'connections:vendor.password_help',
        },
      ],
    },
    {
      name: 'token',
      label: 'connections:vendor.way_token',
      fields: [
        {
          name: 'userToken',
          shape: 'secret',
          label: 'connections:vendor.token',
          help: 'connections:vendor.token_help',
        },
      ],
    },
  ],
} as const satisfies Omit<ConnectionKindDeclaration, 'page'>;
