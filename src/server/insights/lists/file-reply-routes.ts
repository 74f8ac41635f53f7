import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { checkValue } from '#contract/field-reasons.ts';
import { SHEET_TYPES, writeSheet } from '#server/platform/files/sheet-writing.ts';
import { Problem } from '#server/platform/values/problem.ts';

export function parsed<Shape extends z.ZodType>(shape: Shape, request: FastifyRequest): z.output<Shape> {
  const query = checkValue(shape, request.query);
  if (query.fields) throw new Problem('request.invalid', { fields: query.fields });
  return query.data;
}

export function send(
  reply: FastifyReply,
  name: string,
  { format, titles, delimiter }: { format: 'csv' | 'xlsx'; titles: string[]; delimiter: string },
  rows: () => AsyncIterable<string[]> | Iterable<string[]>,
): FastifyReply {
  return reply
    .headers({
      'content-type': SHEET_TYPES[format],
      'content-disposition': `attachment; filename="${name}.${format}"`,
      'cache-control': 'no-store',
    })
    .send(writeSheet(format, withTitles(titles, rows()), { delimiter }));
}

async function* withTitles(
  titles: string[],
  rows: AsyncIterable<string[]> | Iterable<string[]>,
): AsyncGenerator<string[]> {
  yield titles;
  yield* rows;
}
