import type { StaffAction, StaffTable, Words } from '../sim/service.ts';
import type { Sim } from '../sim/sim.ts';
import { ControlError, found } from '../values/control-error.ts';
import { addLead, addTask, deleteLead, finishTask, moveLead, nowOf, setPrice } from './changes.ts';
import { type Account, amoState, type Lead } from './state.ts';

const words = (en: string, ru: string, uk: string, pt_br: string): Words => ({ en, ru, uk, pt_br });
const STAGE = words('Stage', 'Этап', 'Етап', 'Etapa');
const PRICE = words('Price', 'Бюджет', 'Бюджет', 'Valor');
const NAME = words('Name', 'Название', 'Назва', 'Nome');
const TEXT = words('Text', 'Текст', 'Текст', 'Texto');
const ACCOUNT = words('Account', 'Аккаунт', 'Акаунт', 'Conta');

type Row = { account: Account; lead: Lead };

function leadOf(sim: Sim, rowId: string | null): Row {
  for (const account of amoState(sim).accounts) {
    const lead = account.leads.find(({ id }) => String(id) === rowId);
    if (lead) return { account, lead };
  }
  throw new ControlError(404, 'lead not found');
}

const stageOf = ({ pipelines }: Account, lead: Lead) =>
  pipelines.find(({ id }) => id === lead.pipeline_id)?.statuses.find(({ id }) => id === lead.status_id)?.name ?? '';

const stagesOf = ({ pipelines }: Account) =>
  pipelines.flatMap(({ id, name, statuses }) =>
    statuses.map((status) => ({ value: `${id}:${status.id}`, label: `${name}: ${status.name}` })),
  );

const accountChoice = (sim: Sim) => ({
  name: 'account',
  label: ACCOUNT,
  kind: 'choice' as const,
  options: amoState(sim).accounts.map(({ id, name }) => ({ value: String(id), label: name })),
  value: String(amoState(sim).accounts[0]?.id ?? ''),
});

function amountOf(text: string | undefined): number {
  const amount = Number(text ?? '');
  if (!Number.isInteger(amount) || amount < 0) throw new ControlError(400, 'a price is a whole number');
  return amount;
}

const text = (name: string, label: Words, value = '') => ({ name, label, kind: 'text' as const, options: null, value });

const LEAD_ACTIONS: readonly StaffAction[] = [
  {
    id: 'move',
    title: words('Move', 'Перевести', 'Перемістити', 'Mover'),
    fields(sim, rowId) {
      const { account, lead } = leadOf(sim, rowId);
      const value = `${lead.pipeline_id}:${lead.status_id}`;
      return [{ name: 'stage', label: STAGE, kind: 'choice', options: stagesOf(account), value }];
    },
    run(sim, rowId, { stage = '' }) {
      const { account, lead } = leadOf(sim, rowId);
      const [pipelineId = 0, statusId = 0] = stage.split(':').map(Number);
      moveLead(sim, account, lead, { pipelineId, statusId });
    },
  },
  {
    id: 'price',
    title: words('Set price', 'Изменить бюджет', 'Змінити бюджет', 'Definir valor'),
    fields: (sim, rowId) => [text('price', PRICE, String(leadOf(sim, rowId).lead.price))],
    run(sim, rowId, { price }) {
      const { account, lead } = leadOf(sim, rowId);
      setPrice(sim, account, lead, amountOf(price));
    },
  },
  {
    id: 'task',
    title: words('Add task', 'Поставить задачу', 'Додати завдання', 'Criar tarefa'),
    fields: () => [text('text', TEXT)],
    run(sim, rowId, { text: about = '' }) {
      const { account, lead } = leadOf(sim, rowId);
      addTask(sim, account, { text: about, entityId: lead.id, entityType: 'leads', dueAt: nowOf(sim) + 86_400 });
    },
  },
  {
    id: 'delete',
    title: words('Delete', 'Удалить', 'Видалити', 'Excluir'),
    fields: () => [],
    run(sim, rowId) {
      const { account, lead } = leadOf(sim, rowId);
      deleteLead(sim, account, lead);
    },
  },
  {
    id: 'new',
    title: words('New deal', 'Новая сделка', 'Нова угода', 'Novo negócio'),
    isNew: true,
    fields: (sim) => [accountChoice(sim), text('name', NAME), text('price', PRICE, '0')],
    run(sim, _rowId, { account: id, name = '', price }) {
      const account = found(
        amoState(sim).accounts.find((one) => String(one.id) === id),
        'account',
      );
      addLead(sim, account, { name, price: amountOf(price), contactId: account.contacts[0]?.id ?? null });
    },
  },
];

export const AMO_STAFF: readonly StaffTable[] = [
  {
    id: 'amo-leads',
    title: words('amoCRM: deals', 'amoCRM: сделки', 'amoCRM: угоди', 'amoCRM: negócios'),
    columns: [ACCOUNT, NAME, STAGE, PRICE],
    rows: (sim) =>
      amoState(sim).accounts.flatMap((account) =>
        account.leads
          .filter(({ is_deleted }) => !is_deleted)
          .toReversed()
          .map((lead) => ({
            id: String(lead.id),
            cells: [account.name, lead.name, stageOf(account, lead), String(lead.price)],
          })),
      ),
    actions: LEAD_ACTIONS,
  },
  {
    id: 'amo-tasks',
    title: words('amoCRM: tasks', 'amoCRM: задачи', 'amoCRM: завдання', 'amoCRM: tarefas'),
    columns: [ACCOUNT, TEXT, words('Done', 'Готово', 'Готово', 'Feita')],
    rows: (sim) =>
      amoState(sim).accounts.flatMap((account) =>
        account.tasks.toReversed().map((task) => ({
          id: String(task.id),
          cells: [account.name, task.text, task.is_completed ? '✓' : ''],
        })),
      ),
    actions: [
      {
        id: 'done',
        title: words('Done', 'Выполнить', 'Виконати', 'Concluir'),
        fields: () => [],
        run(sim, rowId) {
          for (const account of amoState(sim).accounts) {
            const task = account.tasks.find(({ id }) => String(id) === rowId);
            if (task) return finishTask(sim, account, task);
          }
          throw new ControlError(404, 'task not found');
        },
      },
    ],
  },
];
