import type { Sim } from '../sim/sim.ts';
import { seedAccounts } from './fixtures.ts';

export type CustomField = {
  field_id: number;
  field_name: string;
  field_code: string | null;
  values: { value: string; enum_code?: string }[];
};
export type Lead = {
  id: number;
  name: string;
  price: number;
  responsible_user_id: number;
  status_id: number;
  pipeline_id: number;
  created_at: number;
  updated_at: number;
  closed_at: number | null;
  is_deleted: boolean;
  custom_fields_values: CustomField[] | null;
  tags: string[];
  contacts: number[];
};
export type Contact = {
  id: number;
  name: string;
  first_name: string;
  last_name: string;
  updated_at: number;
  custom_fields_values: CustomField[] | null;
};
export type Task = {
  id: number;
  text: string;
  complete_till: number;
  entity_id: number;
  entity_type: string;
  is_completed: boolean;
  responsible_user_id: number;
  updated_at: number;
};
export type Note = { id: number; entity: string; entityId: number; text: string; created_at: number };
export type Webhook = { id: number; destination: string; settings: string[]; disabled: boolean; badAnswers: number };
export type Token = {
  access: string;
  refresh: string;
  /** Milliseconds since 1970. */
  endsAt: number;
  isUsed: boolean;
  isDead: boolean;
};
export type Account = {
  id: number;
  name: string;
  subdomain: string;
  /** Hosts it had before, and whether they lead on to the present one. */
  formerHosts: { host: string; leadsOn: boolean }[];
  currency: string;
  timezone: string | null;
  users: { id: number; name: string }[];
  pipelines: { id: number; name: string; is_main: boolean; statuses: { id: number; name: string; sort: number }[] }[];
  leads: Lead[];
  contacts: Contact[];
  tasks: Task[];
  notes: Note[];
  webhooks: Webhook[];
  tokens: Token[];
  hasWebhooks: boolean;
  isAdmin: boolean;
  isPaid: boolean;
  /** Its webhooks are lost on their way. */
  isMute: boolean;
};
export type AmoState = {
  clientId: string;
  clientSecret: string;
  accounts: Account[];
  codes: { code: string; accountId: number; redirectUri: string; endsAt: number; isUsed: boolean }[];
};

/** Where our integration leads owners back to; entered in its settings. */
export const RETURN_PATH = '/accounts/amo/connect';

/** The state of the service, seeded when it is first requested for. */
export function amoState(sim: Sim): AmoState {
  return (sim.state.services['amo'] ??= {
    clientId: 'amo-demo-integration',
    clientSecret: 'amo-demo-secret',
    accounts: seedAccounts(Math.floor(sim.clock.now() / 1000)),
    codes: [],
  } satisfies AmoState) as AmoState; // NOTE: nobody else writes below this name
}
