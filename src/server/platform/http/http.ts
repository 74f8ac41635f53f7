import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { ProblemBody, ProblemCode } from '#contract/problems.ts';
import { watchBodies } from '#server/platform/intake/body-pace.ts';
import type { Config } from '#server/platform/deployment/config.ts';
import { contentSecurity } from './content-security.ts';
import { isDatabaseAway } from '#server/platform/database/db-errors.ts';
import type { Logger } from '#server/platform/deployment/logger.ts';
import { Problem } from '#server/platform/values/problem.ts';

const refusals = new WeakMap<FastifyRequest['raw'], ProblemCode>();

/** Returns the code by which a request was refused, for the metrics; undefined when it was answered. */
export function refusalOf({ raw }: FastifyRequest): ProblemCode | undefined {
  return refusals.get(raw);
}

const BODY_LIMIT_BYTES = 1_048_576;
/** The largest file at the least speed takes 85 minutes; what is slower ends long before: see {@link watchBodies}. */
const LONGEST_REQUEST_MS = 2 * 3_600_000;

/** Creates Fastify as we use it: case-insensitive paths, refusals as `{ code, details }`, security headers. */
export async function createHttp(config: Config, log: Logger): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger, // NOTE: with pino's own type the instance would not be of the type that other modules name
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address, hop) => hop < config.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: LONGEST_REQUEST_MS,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => refuse(error, request as FastifyRequest, reply as FastifyReply), // NOTE: the type of the request is unknown before a route is found
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  watchBodies(app, config.uploads.pace);
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurity(config),
    // Pages of providers open in windows of ours, and lead back into them.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: !config.isDemo,
  });
  await app.register(cookie);
  await app.register(multipart, { limits: { fileSize: config.maxFileMegabytes * 1_048_576, files: 1 } });
  app.removeContentTypeParser('text/plain');
  readJson(app);
  app.setErrorHandler<FastifyError>(refuse);
  return app;
}

/**
 * Stops accepting calls and completes those under way; calls not completed in time are cut off, so that the rest of
 * the process can stop in order.
 */
export async function closeHttp(app: FastifyInstance, withinMs = 8_000): Promise<void> {
  // NOTE: a connection whose call ends meanwhile stays open for the client's next one.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  const cut = setTimeout(() => app.server.closeAllConnections(), withinMs);
  await app.close();
  clearInterval(idle);
  clearTimeout(cut);
}

/**
 * Reads JSON bodies. A call without a body may still have a content type, as many clients send it always. Other
 * encodings are refused: read as UTF-8 their letters would reach contacts as question marks.
 */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = utf8Of(Buffer.from(body));
    if (text === null) done(new Problem('request.invalid', { reason: 'Body is not UTF-8' }));
    else if (text === '') done(null, undefined);
    else void parse(request, text, done);
  });
}

function utf8Of(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function refuse(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = prepareRefusal(error, request, reply);
  const body: ProblemBody = { code: problem.code };
  if (problem.details) body.details = problem.details;
  if (problem.status >= 500) body.requestId = request.id;
  return reply.send(body);
}

/** Sets the status and the headers of a refusal, and logs a failure of ours; the caller sends the body. */
export function prepareRefusal(error: FastifyError, request: FastifyRequest, reply: FastifyReply): Problem {
  const problem = asProblem(error);
  // NOTE: a caller whose connection is closed while it still sends never reads the reason; the rest of the body is
  // read and dropped.
  if (problem.status === 413 || request.headers['content-type']?.startsWith('multipart/')) {
    reply.removeHeader('connection');
    request.raw.unpipe().resume();
  }
  if (problem.status >= 500) request.log.error({ err: error, path: request.routeOptions.url }, problem.code);
  const retryAfterMs = retryAfterOf(problem);
  if (retryAfterMs !== null) reply.header('retry-after', Math.ceil(retryAfterMs / 1000));
  reply.header('cache-control', 'no-store');
  refusals.set(request.raw, problem.code);
  void reply.status(problem.status);
  return problem;
}

/** Seconds until a retry is useful, for refusals that pass with time. */
function retryAfterOf({ code, details }: Problem): number | null {
  if (code === 'server.unavailable') return 1_000;
  return typeof details?.['retryAfterMs'] === 'number' ? details['retryAfterMs'] : null;
}

const CODE_OF_STATUS: Record<number, ProblemCode> = {
  400: 'request.invalid',
  404: 'request.not_found',
  413: 'request.too_large',
  414: 'request.not_found', // NOTE: an id longer than any valid one
  415: 'request.unsupported_media',
  429: 'request.too_often',
};

/** Maps an error to what the caller receives: a refusal, an unavailable database, or a bug. */
export function asProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseAway(error)) return new Problem('server.unavailable', undefined, { cause: error });
  const code = CODE_OF_STATUS[error.statusCode ?? 500];
  return code
    ? new Problem(code, { reason: error.message })
    : new Problem('server.failed', undefined, { cause: error });
}
