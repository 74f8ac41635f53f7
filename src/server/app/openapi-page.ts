import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { DOCUMENTATION_SECURITY } from '#server/platform/http/content-security.ts';

/** Generated from the contract by `npm run generate`. */
const FILE = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));

/** Hides the bar of the page, which asks for the address of another description. */
const WITHOUT_BAR = { filename: 'page.css', content: '.swagger-ui .topbar { display: none }' };

/** `/api/docs`: the API for people, and `/openapi.json` for programs. The file is read on the first request. */
export async function serveOpenApi(app: FastifyInstance): Promise<void> {
  let read: Record<string, unknown> | undefined;
  const description = () => (read ??= JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>);
  await app.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } }); // NOTE: the plugin requires a document; the page below shows ours instead
  await app.register(async (pages) => {
    pages.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', DOCUMENTATION_SECURITY);
    });
    await pages.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { docExpansion: 'none', deepLinking: true },
      theme: { title: 'Frontdesk API', css: [WITHOUT_BAR] },
      transformSpecification: description,
      transformSpecificationClone: false,
    });
  });
  app.get('/openapi.json', async () => description());
  app.get('/docs', async (_request, reply) => reply.redirect('/api/docs'));
}
