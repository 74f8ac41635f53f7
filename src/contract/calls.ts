import type * as admin from './admin.ts';
import type * as auth from './auth.ts';
import type * as channels from './channels.ts';
import type * as config from './config.ts';
import type * as connections from './connections.ts';
import type * as contacts from './contacts.ts';
import type * as conversations from './conversations.ts';
import type * as delivery from './delivery.ts';
import type { Endpoint } from './endpoint.ts';
import type * as flowTrials from './flow-trials.ts';
import type * as flows from './flows.ts';
import type * as marketplace from './marketplace.ts';
import type * as onboarding from './onboarding.ts';
import type * as orders from './orders.ts';
import type * as visits from './visits.ts';

type DeclaredIn<Room> = Extract<Room[keyof Room], Endpoint>;

type Declared =
  | DeclaredIn<typeof admin>
  | DeclaredIn<typeof auth>
  | DeclaredIn<typeof channels>
  | DeclaredIn<typeof config>
  | DeclaredIn<typeof connections>
  | DeclaredIn<typeof contacts>
  | DeclaredIn<typeof conversations>
  | DeclaredIn<typeof delivery>
  | DeclaredIn<typeof flowTrials>
  | DeclaredIn<typeof flows>
  | DeclaredIn<typeof marketplace>
  | DeclaredIn<typeof onboarding>
  | DeclaredIn<typeof orders>
  | DeclaredIn<typeof visits>;

/**
 * Every declared call by its method and path, e.g. `GET /api/v1/flows/:flowId`.
 *
 * Only types: a caller names a call by these words, the compiler checks the rest against the declaration, and nothing of
 * the declaration is loaded.
 */
export type Calls = { [Call in Declared as `${Call['method']} ${Call['path']}`]: Call };
