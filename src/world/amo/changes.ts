import type { Sim } from '../sim/sim.ts';
import { found } from '../values/control-error.ts';
import { post } from './posting.ts';
import type { Account, Contact, Lead, Task } from './state.ts';

export const nowOf = (sim: Sim) => Math.floor(sim.clock.now() / 1000);

/** Moves a deal to a stage. */
export function moveLead(sim: Sim, account: Account, lead: Lead, to: { pipelineId: number; statusId: number }): void {
  const line = found(
    account.pipelines.find(({ id }) => id === to.pipelineId),
    'pipeline',
  );
  found(
    line.statuses.find(({ id }) => id === to.statusId),
    'stage',
  );
  const old = { old_status_id: lead.status_id, old_pipeline_id: lead.pipeline_id };
  Object.assign(lead, { pipeline_id: to.pipelineId, status_id: to.statusId, updated_at: nowOf(sim) });
  lead.closed_at = to.statusId === 142 || to.statusId === 143 ? nowOf(sim) : null;
  post(sim, account, { entity: 'leads', action: 'status', records: [{ ...factsOf(lead, account), ...old }] });
  sim.changed('amo');
}

/** Changes the price of a deal. */
export function setPrice(sim: Sim, account: Account, lead: Lead, price: number): void {
  Object.assign(lead, { price, updated_at: nowOf(sim) });
  post(sim, account, { entity: 'leads', action: 'update', records: [factsOf(lead, account)] });
  sim.changed('amo');
}

/** Creates a deal in the first stage, or in a given one. */
export function addLead(
  sim: Sim,
  account: Account,
  about: {
    name: string;
    price: number;
    contactId: number | null;
    pipelineId?: number;
    statusId?: number;
    tags?: string[];
  },
): Lead {
  const line = found(
    account.pipelines.find(({ id, is_main }) => (about.pipelineId === undefined ? is_main : id === about.pipelineId)),
    'pipeline',
  );
  const status = about.statusId ?? found(line.statuses[0], 'stage').id;
  found(
    line.statuses.find(({ id }) => id === status),
    'stage',
  );
  const lead: Lead = {
    id: 90_000_000 + sim.ids.next('amo.lead'),
    name: about.name,
    price: about.price,
    responsible_user_id: firstUser(account),
    status_id: status,
    pipeline_id: line.id,
    created_at: nowOf(sim),
    updated_at: nowOf(sim),
    closed_at: null,
    is_deleted: false,
    custom_fields_values: null,
    tags: about.tags ?? [],
    contacts: about.contactId === null ? [] : [about.contactId],
  };
  account.leads.push(lead);
  post(sim, account, { entity: 'leads', action: 'add', records: [factsOf(lead, account)] });
  sim.changed('amo');
  return lead;
}

/** Deletes a deal: payloads name its id alone. */
export function deleteLead(sim: Sim, account: Account, lead: Lead): void {
  Object.assign(lead, { is_deleted: true, updated_at: nowOf(sim) });
  post(sim, account, { entity: 'leads', action: 'delete', records: [{ id: lead.id }] });
  sim.changed('amo');
}

export function addContact(sim: Sim, account: Account, about: { first: string; last: string; phone: string }): Contact {
  const phone = { field_id: 1, field_name: 'Телефон', field_code: 'PHONE', values: [{ value: about.phone }] };
  const contact: Contact = {
    id: 91_000_000 + sim.ids.next('amo.contact'),
    name: `${about.first} ${about.last}`.trim(),
    first_name: about.first,
    last_name: about.last,
    updated_at: nowOf(sim),
    custom_fields_values: about.phone ? [phone] : null,
  };
  account.contacts.push(contact);
  post(sim, account, { entity: 'contacts', action: 'add', records: [{ id: contact.id, name: contact.name }] });
  return contact;
}

export function addTask(
  sim: Sim,
  account: Account,
  about: { text: string; entityId: number; entityType: string; dueAt: number },
): Task {
  const task: Task = {
    id: 92_000_000 + sim.ids.next('amo.task'),
    text: about.text,
    complete_till: about.dueAt,
    entity_id: about.entityId,
    entity_type: about.entityType,
    is_completed: false,
    responsible_user_id: firstUser(account),
    updated_at: nowOf(sim),
  };
  account.tasks.push(task);
  post(sim, account, { entity: 'task', action: 'add', records: [{ id: task.id, text: task.text }] });
  sim.changed('amo');
  return task;
}

export function finishTask(sim: Sim, account: Account, task: Task): void {
  Object.assign(task, { is_completed: true, updated_at: nowOf(sim) });
  post(sim, account, { entity: 'task', action: 'update', records: [{ id: task.id, text: task.text }] });
  sim.changed('amo');
}

const factsOf = (lead: Lead, account: Account) => ({
  id: lead.id,
  name: lead.name,
  status_id: lead.status_id,
  pipeline_id: lead.pipeline_id,
  price: lead.price,
  responsible_user_id: lead.responsible_user_id,
  last_modified: lead.updated_at,
  account_id: account.id,
});

const firstUser = ({ users }: Account): number => found(users[0], 'user').id;
