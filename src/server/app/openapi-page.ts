import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';

/** The page's own bar asks for the address of another description; here is one. */
const WITHOUT_BAR = { filename: 'page.css', content: '.swagger-ui .topbar { display: none }' };

/**
 * `/api/docs`: the API for people, and `/openapi.json` for programs.
 *
 * The description is made when it is first asked for: most processes never are, and it takes a fifth of a second.
 */
export async function serveOpenApi(app: FastifyInstance): Promise<void> {
  let made: Record<string, unknown> | undefined;
  const description = () => (made ??= openApiDocument());
  await app.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } }); // NOTE: it wants a document at once; the page below shows ours in its place
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'none', deepLinking: true },
    theme: { title: 'Frontdesk API', css: [WITHOUT_BAR] },
    transformSpecification: description,
    transformSpecificationClone: false,
  });
  app.get('/openapi.json', async () => description());
  app.get('/docs', async (_request, reply) => reply.redirect('/api/docs'));
}
