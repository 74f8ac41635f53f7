import type * as admin from './admin.ts';
import type * as apiEvents from './api-events.ts';
import type * as apiTokens from './api-tokens.ts';
import type * as auth from './auth.ts';
import type * as channels from './channels.ts';
import type * as config from './config.ts';
import type * as connectionStops from './connection-stops.ts';
import type * as connections from './connections.ts';
import type * as contactPolicy from './policy.ts';
import type * as contacts from './contacts.ts';
import type * as conversations from './conversations.ts';
import type * as delivery from './delivery.ts';
import type { Endpoint } from './endpoint.ts';
import type * as flowBulk from './flow-bulk.ts';
import type * as flowChoices from './audience-choices.ts';
import type * as flowList from './flow-list.ts';
import type * as flowTemplates from './flow-templates.ts';
import type * as flowRehearsals from './rehearsal.ts';
import type * as flowTexts from './flow-texts.ts';
import type * as flowTransfers from './flow-transfers.ts';
import type * as flowTrials from './flow-trials.ts';
import type * as flowVersions from './flow-versions.ts';
import type * as flows from './flows.ts';
import type * as marketplace from './marketplace.ts';
import type * as insights from './insights.ts';
import type * as insightsConversion from './insights-conversion.ts';
import type * as onboarding from './onboarding.ts';
import type * as orders from './orders.ts';
import type * as senders from './senders.ts';
import type * as visits from './visits.ts';

type DeclaredIn<Room> = Extract<Room[keyof Room], Endpoint>;

type Declared =
  | DeclaredIn<typeof admin>
  | DeclaredIn<typeof apiEvents>
  | DeclaredIn<typeof apiTokens>
  | DeclaredIn<typeof auth>
  | DeclaredIn<typeof channels>
  | DeclaredIn<typeof config>
  | DeclaredIn<typeof connectionStops>
  | DeclaredIn<typeof connections>
  | DeclaredIn<typeof contactPolicy>
  | DeclaredIn<typeof contacts>
  | DeclaredIn<typeof conversations>
  | DeclaredIn<typeof delivery>
  | DeclaredIn<typeof flowBulk>
  | DeclaredIn<typeof flowChoices>
  | DeclaredIn<typeof flowList>
  | DeclaredIn<typeof flowRehearsals>
  | DeclaredIn<typeof flowTemplates>
  | DeclaredIn<typeof flowTexts>
  | DeclaredIn<typeof flowTransfers>
  | DeclaredIn<typeof flowTrials>
  | DeclaredIn<typeof flowVersions>
  | DeclaredIn<typeof flows>
  | DeclaredIn<typeof marketplace>
  | DeclaredIn<typeof insights>
  | DeclaredIn<typeof insightsConversion>
  | DeclaredIn<typeof onboarding>
  | DeclaredIn<typeof orders>
  | DeclaredIn<typeof senders>
  | DeclaredIn<typeof visits>;

/**
 * Every declared call by its method and path, e.g. `GET /api/v1/flows/:flowId`.
 *
 * Types only: a caller names a call by this key, the compiler checks the rest against the declaration, and no
 * declaration
 * is loaded at run time.
 */
export type Calls = { [Call in Declared as `${Call['method']} ${Call['path']}`]: Call };
