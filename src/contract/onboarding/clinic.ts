import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { BranchId, ConnectionId } from '#contract/connections/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { FlowId } from '#contract/flows/calls.ts';
import { Day } from '#contract/primitives.ts';
import { CLINIC_STEPS } from './values.ts';

/** How far the quick start of a clinic is. */
export const ClinicSetup = z.object({
  /** The step that comes next; `done`: reminders leave. */
  step: z.enum([...CLINIC_STEPS, 'done']),
  /** Active branches of clinics. */
  branches: z.array(
    z.object({ id: BranchId, connectionId: ConnectionId, title: z.string(), channelId: ChannelId.nullable() }),
  ),
  /** Its WhatsApp accounts. */
  channels: z.array(z.object({ id: ChannelId, title: z.string() })),
  /** The reminder; null: its text is not written yet. */
  reminder: z.object({ flowId: FlowId, text: z.string(), isLive: z.boolean() }).nullable(),
  /** The day from which reminders leave, in the cabinet's zone; null: not chosen yet. */
  startsOn: z.string().nullable(),
  /** The present day in the cabinet's zone. */
  today: z.string(),
});
export type ClinicSetup = z.infer<typeof ClinicSetup>;

export const getClinicSetup = endpoint({
  method: 'GET',
  path: '/api/v1/onboarding/clinic',
  access: 'member',
  summary: 'How far the quick start of a clinic is.',
  reply: ClinicSetup,
});

export const chooseClinicChannel = endpoint({
  method: 'PUT',
  path: '/api/v1/onboarding/clinic/channel',
  access: 'owner',
  summary: 'Chooses the WhatsApp account of all branches of clinics.',
  body: z.object({ channelId: ChannelId }),
  reply: ClinicSetup,
  problems: ['channel.not_found'],
});

export const writeClinicReminder = endpoint({
  method: 'PUT',
  path: '/api/v1/onboarding/clinic/text',
  access: 'member',
  summary: 'Writes the reminder of appointments; the first time it is created, in test mode.',
  body: z.object({ text: z.string().trim().min(1, { error: 'required' }).max(1_000, { error: 'too_long' }) }),
  reply: ClinicSetup,
});

/** A day that is over, or the present one, starts at once. */
export const startClinic = endpoint({
  method: 'PUT',
  path: '/api/v1/onboarding/clinic/start',
  access: 'owner',
  summary: 'Sets the day from which reminders leave.',
  body: z.object({ startsOn: Day }),
  reply: ClinicSetup,
  problems: ['flow.not_found', 'flow.incomplete', 'flow.wrong_status'],
});
