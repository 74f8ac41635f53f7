import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { bucket } from '../values/limits.ts';
import type { Sim } from '../sim/sim.ts';
import { SigmaError, sigmaRefusal } from './errors.ts';
import { acceptSending } from './sending.ts';
import { type Account, type Sending, sigmaState } from './state.ts';

const CALLS_PER_SECOND = 10;

type Call = { sim: Sim; account: Account; request: FastifyRequest<{ Params: { id: string } }> };

/** The API below `/sigma/api`. */
export function serveSigma(app: FastifyInstance, sim: Sim): void {
  const rates = bucket(CALLS_PER_SECOND, CALLS_PER_SECOND);
  sim.onReset(() => rates.clear());
  const serve = (method: 'GET' | 'POST', path: string, answer: (call: Call) => unknown) =>
    app.route<{ Params: { id: string } }>({
      method,
      url: `/sigma/api${path}`,
      handler: async (request, reply) => {
        try {
          const account = accountOf(sim, request);
          if (sim.behaviours.of('sigma').limits === 'on' && rates.take(account.id, sim.clock.now()) > 0)
            throw new SigmaError(429, 'Слишком много запросов');
          return await reply.send(answer({ sim, account, request }));
        } catch (error) {
          if (!(error instanceof SigmaError)) throw error;
          if (error.status === 429) reply.header('retry-after', '1');
          return reply.code(error.status).send(sigmaRefusal(error.status, error.message));
        }
      },
    });

  app.post('/sigma/api/login', async (request, reply) => {
    const login = z.object({ username: z.string(), password: z.string() }).safeParse(request.body).data;
    const account = sigmaState(sim).accounts.find(
      ({ username, password }) => username === login?.username && password === login.password,
    );
    if (!account) return reply.code(401).send(sigmaRefusal(401, 'Неверный логин или пароль'));
    const token = sim.ids.hex('sigma.token', 32);
    account.tokens[token] = sigmaState(sim).switches.tokenCalls;
    return { token, id: account.id, username: account.username };
  });
  serve('POST', '/sendings', ({ account, request }) => {
    const { id, recipient, status, error } = acceptSending(sim, account, request.body);
    return { id, recipient, status, error };
  });
  serve('GET', '/sendings/:id', ({ account, request }) => {
    const sending = sigmaState(sim).sendings.find(
      ({ id, accountId }) => id === request.params.id && accountId === account.id,
    );
    if (!sending) throw new SigmaError(404, 'Сообщение не найдено');
    return toSending(sending);
  });
  serve('GET', '/billings/balance/:id', ({ account, request }) => {
    if (request.params.id !== account.id) throw new SigmaError(404, 'Аккаунт не найден');
    return { balance: account.balance, currency: 'RUB' };
  });
  serve('GET', '/sendernames', ({ account }) => account.senderNames);
}

/** NOTE: `price` and `parts` are assumed; the vendor's clients read the state alone. */
const toSending = ({ id, recipient, status, error, price, parts }: Sending) => ({
  id,
  recipient,
  state: { status, error },
  price,
  parts,
});

/** The token stands in the header by itself; that of a login allows so many calls. */
function accountOf(sim: Sim, request: FastifyRequest): Account {
  const token = request.headers.authorization ?? '';
  const account = sigmaState(sim).accounts.find(
    ({ ownToken, tokens }) => ownToken === token || Object.hasOwn(tokens, token),
  );
  if (!account) throw new SigmaError(401, 'Unauthorized');
  if (account.isBlocked) throw new SigmaError(400, 'Аккаунт заблокирован');
  const left = account.tokens[token];
  if (left === 0) {
    delete account.tokens[token];
    throw new SigmaError(401, 'Unauthorized');
  }
  if (left !== undefined) account.tokens[token] = left - 1;
  return account;
}
