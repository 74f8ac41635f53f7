import { z } from 'zod';
import { ModelError } from '../errors.ts';
import { toUsage } from '../protocol/completion.ts';
import { checkModel } from '../protocol/models.ts';
import { readShape } from '../protocol/request.ts';
import { countTokens } from '../protocol/tokens.ts';
import { DEFAULT_DIMENSIONS, embed } from './embeddings.ts';

const MAX_INPUTS = 2048;
const MAX_TOKENS = 8192;

const EmbeddingShape = z.object({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string()).min(1).max(MAX_INPUTS)]),
  encoding_format: z.enum(['float', 'base64']).optional(),
  dimensions: z.int().min(1).max(DEFAULT_DIMENSIONS).optional(),
  user: z.string().optional(),
});
const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(EmbeddingShape.shape));

/** `POST /embeddings`. @throws {ModelError} */
export function answerEmbeddings(body: unknown) {
  const { model, input, dimensions, encoding_format: format } = readShape(EmbeddingShape, body, PARAMETERS);
  checkModel(model, 'embedding');
  const texts = [input].flat();
  for (const [index, text] of texts.entries()) {
    if (text === '') throw new ModelError(400, `'$.input[${index}]' is invalid: an empty string.`, { param: 'input' });
    if (countTokens(text) > MAX_TOKENS)
      throw new ModelError(400, `This model's maximum context length is ${MAX_TOKENS} tokens.`, { param: 'input' });
  }
  const promptTokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  const { prompt_tokens, total_tokens } = toUsage({ promptTokens, completionTokens: 0 });
  return {
    object: 'list',
    data: texts.map((text, index) => {
      const vector = embed(text, dimensions);
      return { object: 'embedding', index, embedding: format === 'base64' ? toBase64(vector) : vector };
    }),
    model,
    usage: { prompt_tokens, total_tokens },
  };
}

const toBase64 = (vector: readonly number[]) => Buffer.from(new Float32Array(vector).buffer).toString('base64');
