import { z } from 'zod';
import { KnowledgePlace } from '#contract/assistants/knowledge.ts';

/** A piece of a document in its reading order, as the reader of its format found it. */
export const Block = z.discriminatedUnion('kind', [
  /** The title of the whole document. */
  z.object({ kind: z.literal('title'), text: z.string() }),
  /** `level` 1 is the highest. */
  z.object({ kind: z.literal('heading'), level: z.int(), text: z.string(), place: KnowledgePlace.nullable() }),
  z.object({ kind: z.literal('text'), text: z.string(), place: KnowledgePlace.nullable() }),
  /** A row of a table with the titles of its columns, which are empty where the table has none. */
  z.object({
    kind: z.literal('row'),
    titles: z.array(z.string()),
    cells: z.array(z.string()),
    place: KnowledgePlace.nullable(),
  }),
  /** An address that a page refers to. */
  z.object({ kind: z.literal('link'), url: z.string() }),
  /** How much is read, in the unit of `total`; null: nobody knows how much there is. */
  z.object({ kind: z.literal('progress'), done: z.int(), total: z.int().nullable() }),
  /** Something was left out. */
  z.object({ kind: z.literal('omission'), what: z.enum(['rows', 'columns', 'pages', 'scanned_pages', 'text']) }),
]);
export type Block = z.infer<typeof Block>;
