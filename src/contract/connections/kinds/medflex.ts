import type { ConnectionKindDeclaration } from '#contract/connections/kind.ts';

/**
 * MedFlex, in whose system clinics book patients; a branch is one of its LPUs. Reads appointments where MedFlex has
 * opened them for the token; else only the assistants book with it. It has no call by which it would post to us.
 */
export const MEDFLEX = {
  reads: 'visits',
  pollMinutes: 5,
  sendsToken: true,
  isClinic: true,
  listsDaysAhead: 30,
  rights: ['appointments'],
  namesInRecords: true,
  ways: [
    {
      name: 'token',
      label: 'connections:medflex.way_token',
      fields: [
        {
          name: 'token',
          shape: 'secret',
          label: 'connections:medflex.token',
          help: 'connections:medflex.token_help',
        },
      ],
    },
  ],
  page: '/accounts/medflexLpus',
} as const satisfies ConnectionKindDeclaration;
