import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Instant } from '#contract/primitives.ts';
import { TypedPhone } from '#contract/auth/calls.ts';
import { MemberId } from '#contract/tenants/ids.ts';
import { AdminUser, UserParams } from './calls.ts';
import { MAX_GRANTED_DIALOGUES } from './values.ts';

const Name = z.string().trim().min(1, { error: 'required' }).max(120, { error: 'too_long' });
export const ManagerId = z.uuid().brand<'ManagerId'>();
export type ManagerId = z.infer<typeof ManagerId>;

/** A person of the operator who looks after cabinets. */
export const Manager = z.object({ id: ManagerId, name: z.string(), isFired: z.boolean() });
export type Manager = z.infer<typeof Manager>;

export const listManagers = endpoint({
  method: 'GET',
  path: '/api/v1/Manager',
  access: 'admin',
  summary: "The operator's managers by name, those who left last.",
  reply: z.array(Manager),
});

export const createManager = endpoint({
  method: 'POST',
  path: '/api/v1/Manager',
  access: 'admin',
  summary: 'Adds a manager.',
  takesIdempotencyKey: true,
  body: z.object({ name: Name }),
  reply: Manager,
});

export const changeManager = endpoint({
  method: 'PATCH',
  path: '/api/v1/Manager/:managerId',
  access: 'admin',
  summary: 'Renames a manager, or notes that they left or returned.',
  params: z.object({ managerId: ManagerId }),
  body: z.object({ name: Name.optional(), isFired: z.boolean().optional() }),
  reply: Manager,
  problems: ['manager.not_found'],
});

/** An account of the operator to which payments go. */
export const PayDestination = z.object({ id: z.uuid(), name: z.string() });
export type PayDestination = z.infer<typeof PayDestination>;

export const listPayDestinations = endpoint({
  method: 'GET',
  path: '/api/v1/PayDestination',
  access: 'admin',
  summary: 'Accounts of the operator by name; those marked [FM] are offered for payments.',
  reply: z.array(PayDestination),
});

export const createPayDestination = endpoint({
  method: 'POST',
  path: '/api/v1/PayDestination',
  access: 'admin',
  summary: 'Adds an account of the operator.',
  takesIdempotencyKey: true,
  body: z.object({ name: Name }),
  reply: PayDestination,
});

/** The managers of a cabinet; null: none. */
export const LeadInfo = z.object({
  firstLineManagerId: ManagerId.nullable(),
  secondLineManagerId: ManagerId.nullable(),
});
export type LeadInfo = z.infer<typeof LeadInfo>;

export const getLeadInfo = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/LeadInfos/:userId',
  access: 'admin',
  summary: "The managers of a person's cabinet.",
  params: UserParams,
  reply: LeadInfo,
  problems: ['member.not_found'],
});

export const saveLeadInfo = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/LeadInfos/:userId',
  access: 'admin',
  summary: "Sets the managers of a person's cabinet.",
  params: UserParams,
  body: LeadInfo,
  reply: LeadInfo,
  problems: ['member.not_found', 'manager.not_found'],
});

const Company = z.object({
  id: z.string(),
  companyName: z.string(),
  isActive: z.boolean(),
  webhooksCount: z.int(),
  activeMastersCount: z.int(),
  timezone: z.string(),
  city: z.string().nullable(),
  /** State of the connection; null where it was not requested. */
  status: z.string().nullable(),
});
const Account = z.object({ id: z.string(), title: z.string(), status: z.string() });

/** Everything that is connected to a cabinet, by the names of the specification; kinds that do not exist yet are empty. */
export const UserAccounts = z.object({
  /** Channels of WhatsApp. */
  chatApiAccounts: z.array(Account.extend({ phone: z.string() })),
  /** Branches of Yclients and Altegio. */
  yclientsCompanies: z.array(Company),
  telegramAccounts: z.array(Account),
  iikoAccounts: z.array(Account),
  sigmaAccounts: z.array(Account),
  twilioAccounts: z.array(Account),
  chatwootAccounts: z.array(Account),
  amoAccounts: z.array(Account),
  iikoOrganizations: z.array(z.object({ id: z.string(), title: z.string() })),
  medFlexLpus: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type UserAccounts = z.infer<typeof UserAccounts>;

export const getUserAccounts = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/:userId/UserAccounts',
  access: 'admin',
  summary: "Channels and connections of a person's cabinet.",
  params: UserParams,
  reply: UserAccounts,
  problems: ['member.not_found'],
});

export const listUserCompanies = endpoint({
  method: 'GET',
  path: '/api/v1/YclientsAccounts/:userId/Companies',
  access: 'admin',
  summary: "Branches of the booking systems of a person's cabinet.",
  params: UserParams,
  query: z.object({ withStatus: z.enum(['true', 'false']).default('false') }),
  reply: z.array(Company),
  problems: ['member.not_found'],
});

export const changeUserPhone = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/UserInfo',
  access: 'admin',
  summary: "Changes a person's phone.",
  query: z.object({ userId: MemberId.optional() }),
  body: z.object({ userPhone: TypedPhone }),
  reply: AdminUser,
  problems: ['member.not_found'],
});

/** Dialogues of AI assistants that were given to a cabinet. */
export const DialogueGrant = z.object({
  id: z.uuid(),
  count: z.int(),
  date: z.iso.date(),
  /** The sum added to the AI balance, in millionths of a US dollar. */
  amountMicroUsd: z.int(),
  at: Instant,
});
export type DialogueGrant = z.infer<typeof DialogueGrant>;

export const listDialogueGrants = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Users/:userId/Dialogues',
  access: 'admin',
  summary: 'The last 50 grants of dialogues, newest first.',
  params: UserParams,
  reply: z.array(DialogueGrant),
  problems: ['member.not_found'],
});

/** The price of a dialogue is that of the balanced model of the cabinet's brand, else of the first that it offers. */
export const grantDialogues = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/Users/:userId/Dialogues',
  access: 'admin',
  summary: "Adds the price of AI dialogues to the AI balance of a person's cabinet.",
  takesIdempotencyKey: true,
  params: UserParams,
  body: z.object({ count: z.int().min(1).max(MAX_GRANTED_DIALOGUES), date: z.iso.date() }),
  reply: DialogueGrant,
  problems: ['member.not_found', 'dialogue_price.unknown'],
});
