import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';

/** The page's own bar asks for the address of another description; here is one. */
const WITHOUT_BAR = { filename: 'page.css', content: '.swagger-ui .topbar { display: none }' };

/** `/api/docs`: the API for people, and `/openapi.json` for programs. */
export async function serveOpenApi(app: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  await app.register(swagger, { mode: 'static', specification: { document: document as never } }); // NOTE: the plugin types OpenAPI by its own package, ours is made by Zod
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'none' },
    theme: { title: 'Frontdesk API', css: [WITHOUT_BAR] },
  });
  app.get('/openapi.json', async () => document);
  app.get('/docs', async (_request, reply) => reply.redirect('/api/docs'));
}
