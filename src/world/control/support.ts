import type { FastifyInstance } from 'fastify';

/** The operator's own places, to which the cabinet's support links lead. */
const PLACES = {
  channel: ['Канал поддержки', 'The support channel'],
  telegram: ['Поддержка в Telegram', 'Support on Telegram'],
  whatsapp: ['Поддержка в WhatsApp', 'Support on WhatsApp'],
  guide: ['База знаний', 'The knowledge base'],
} as const;

/** Serves a page for each support link of a demo: it names the place the operator of a deployment would link. */
export function serveSupport(app: FastifyInstance): void {
  for (const [place, titles] of Object.entries(PLACES)) {
    app.get(`/support/${place}`, async (_request, reply) => reply.type('text/html').send(pageOf(titles)));
  }
}

const pageOf = ([russian, english]: readonly [string, string]) => `<!doctype html>
<html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${russian}</title>
<body style="font: 16px system-ui; max-width: 40rem; margin: 0 auto; padding: 24px">
<h1 style="font-size: 20px">${russian}</h1>
<p>В демо настоящей поддержки нет. Здесь открылась бы ссылка, которую указал владелец сервиса.</p>
<p lang="en">${english}: a demo has no real support. The link that the operator of the service has set would open here.</p>`;
