import Fastify from 'fastify';

/** The least a redirect can be in Fastify: one route without a database, on the port of its argument. */
const app = Fastify();
app.get('/health', () => ({}));
app.get<{ Params: { code: string } }>('/to/:code/', ({ params }, reply) =>
  reply.redirect(`https://salon.example/${params.code}`, 302),
);
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
