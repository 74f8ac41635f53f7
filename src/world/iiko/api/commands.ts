import { z } from 'zod';
import { IikoError } from '../state/errors.ts';
import { cancelOrder, moveOrder } from './orders.ts';
import { type Call, Id, type Serve } from './serve.ts';
import type { Command, Order } from '../state/state.ts';
import type { Sim } from '../../sim/sim.ts';

const DONE = 'iiko.command';
/** How long the restaurant's till takes, and how long the gateway waits for one that is silent. */
const WORK_MS = 1000;
const TIMEOUT_MS = 15_000;
const RETENTION_MS = 3_600_000;

const Confirm = z.strictObject({ organizationId: Id, orderId: Id });
const Cancel = z.strictObject({
  organizationId: Id,
  orderId: Id,
  movedOrderId: Id.nullish(),
  cancelCauseId: Id.nullish(),
  cancelComment: z.string().nullish(),
  removalTypeId: Id.nullish(),
  userIdForWriteoff: Id.nullish(),
});
const Payload = z.object({
  commandId: z.string(),
  orderId: z.string(),
  kind: z.enum(['confirm', 'cancel']),
  causeId: z.string(),
  comment: z.string().nullable(),
});
type Payload = z.infer<typeof Payload>;

/** Commands are only accepted by the call; what became of them is asked with the call's correlation id. */
export function serveCommands(serve: Serve): void {
  serve.call('1/deliveries/confirm', Confirm, (call) => accept(call, { kind: 'confirm', causeId: '', comment: null }));
  serve.call('1/deliveries/cancel', Cancel, (call) => {
    const { state, body } = call;
    const isKnown = body.cancelCauseId == null || state.cancelCauses.some(({ id }) => id === body.cancelCauseId);
    if (!isKnown) throw new IikoError(400, 'cancelCauseId is not known', 'INVALID_CANCEL_CAUSE');
    return accept(call, { kind: 'cancel', causeId: body.cancelCauseId ?? '', comment: body.cancelComment ?? null });
  });

  const Status = z.strictObject({ organizationId: Id, correlationId: Id });
  serve.call('1/commands/status', Status, ({ sim, state, body, organization }) => {
    organization(body.organizationId);
    const command = state.commands.find((one) => one.id === body.correlationId);
    const isStale = !command || command.at < sim.clock.now() - RETENTION_MS;
    if (isStale) throw new IikoError(410, 'The correlation id is not known any more', 'STALE_CORRELATION_ID');
    if (command.state !== 'Error') return { state: command.state };
    return { state: command.state, errorReason: command.errorReason };
  });
}

/** Carries accepted commands out once the till has had its time. */
export function runCommands(sim: Sim): void {
  sim.agenda.on(DONE, (given) => {
    const payload = Payload.parse(given);
    const state = sim.state.iiko;
    const command = state.commands.find((one) => one.id === payload.commandId);
    const order = state.orders.find((one) => one.id === payload.orderId);
    if (!command || !order || state.switches.commands === 'hang') return;
    command.errorReason = problemOf(sim, order, payload);
    command.state = command.errorReason === null ? 'Success' : 'Error';
    if (command.state === 'Success') carryOut(sim, order, payload);
    sim.changed('iiko');
  });
}

type CommandDraft = Pick<Payload, 'kind' | 'causeId' | 'comment'>;

function accept(call: Call<{ organizationId: string; orderId: string }>, draft: CommandDraft): object {
  const { sim, state, login, body, correlationId, organization } = call;
  const { id: organizationId, online } = organization(body.organizationId);
  const order = state.orders.find((one) => one.id === body.orderId && one.organizationId === organizationId);
  if (!order) throw new IikoError(400, `Order ${body.orderId} was not found`, 'ORDER_NOT_FOUND');
  const at = sim.clock.now();
  const command: Command = {
    id: correlationId,
    loginKey: login.key,
    organizationId,
    at,
    state: 'InProgress',
    errorReason: null,
  };
  state.commands = [...state.commands.filter((one) => one.at > at - RETENTION_MS), command];
  sim.judge.accept('iiko', login.key, `${draft.kind}:${order.id}`, at);
  sim.agenda.schedule(DONE, at + (online ? WORK_MS : TIMEOUT_MS), {
    ...draft,
    commandId: command.id,
    orderId: order.id,
  });
  return {};
}

function problemOf(sim: Sim, order: Order, { kind }: Payload): string | null {
  const { organizations, switches } = sim.state.iiko;
  if (switches.commands === 'fail') return 'Command was rejected by the terminal';
  if (organizations.find((one) => one.id === order.organizationId)?.online === false)
    return 'Restaurant did not answer in time';
  const isOver = order.status === 'Closed' || order.status === 'Cancelled';
  if (kind === 'cancel') return isOver ? `Order in status ${order.status} cannot be cancelled` : null;
  return order.status === 'Unconfirmed' ? null : `Order in status ${order.status} cannot be confirmed`;
}

function carryOut(sim: Sim, order: Order, { kind, causeId, comment }: Payload): void {
  if (kind === 'confirm') moveOrder(sim, order, 'WaitCooking');
  else cancelOrder(sim, order, { causeId, comment });
}
