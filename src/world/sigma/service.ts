import type { Service, ChatMessage } from '../sim/service.ts';
import type { Sim } from '../sim/sim.ts';
import { ControlError } from '../values/control-error.ts';
import { controlSigma } from './control.ts';
import { sigmaRefusal } from './errors.ts';
import { serveSigma } from './routes.ts';
import { runStatuses } from './sending.ts';
import { type Sending, sigmaState } from './state.ts';

/** Sigma SMS: accounts with sender names, a balance and tokens that expire. It posts nothing, and nobody can answer. */
export const SIGMA: Service = {
  name: 'sigma',
  refusal: sigmaRefusal,
  serve(app, sim) {
    serveSigma(app, sim);
    controlSigma(app, sim);
    runStatuses(sim);
  },
  keys: (sim) =>
    sigmaState(sim).accounts.map(({ name, username, password, ownToken }) => ({
      business: name,
      keys: [
        { label: 'Sigma SMS: логин', value: username },
        { label: 'Sigma SMS: пароль', value: password },
        { label: 'Sigma SMS: API token', value: ownToken },
      ],
      // It cannot be seen who has the keys: nothing is posted to anybody.
      isTaken: false,
    })),
  phones: [
    {
      id: 'sigma',
      title: 'SMS (Sigma)',
      skin: 'text',
      canAnswer: false,
      senders: (sim) =>
        sigmaState(sim).accounts.flatMap(({ name, senderNames }) =>
          senderNames
            .filter(({ type, status }) => type === 'sms' && status === 'approved')
            .map((sender) => ({ id: sender.name, name, isConnected: true })),
        ),
      chats: chatsOf,
      receive() {
        throw new ControlError(400, 'nobody can answer to a sender name');
      },
    },
  ],
};

function chatsOf(sim: Sim) {
  const chats = Map.groupBy(sigmaState(sim).sendings, ({ sender, recipient }) => `${sender} ${recipient}`);
  return [...chats].map(([pair, sendings]) => {
    const [sender = '', phone = ''] = pair.split(' ');
    return { sender, phone, messages: sendings.map(toMessage) };
  });
}

const SHOWN: Partial<Record<Sending['status'], ChatMessage['status']>> = {
  pending: 'waiting',
  processing: 'waiting',
  failed: 'failed',
  expired: 'failed',
};

function toMessage({ id, at, text, status, error }: Sending): ChatMessage {
  return {
    id,
    direction: 'out',
    at: new Date(at).toISOString(),
    text,
    buttons: [],
    imageUrl: null,
    file: null,
    status: SHOWN[status] ?? 'arrived',
    note: error,
  };
}
