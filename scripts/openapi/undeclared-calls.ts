import { z } from 'zod';
import { DOCUMENT_EXTENSIONS, LARGEST_DOCUMENT_MEGABYTES } from '#contract/channel-limits.ts';
import { uploadDocument, UploadedImage, uploadImage } from '#contract/flow-trials.ts';

const text = (description: string) => ({ description, content: { 'text/plain': { schema: { type: 'string' } } } });
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const BEARER = { security: [{ bearer: [] }], 'x-access': 'member' };

/** What the contract's declarations cannot say: calls whose body or answer is no JSON. Refusals are added to each. */
export function plainOperations(refusal: object): Record<string, Record<string, object>> {
  const refused = { default: refusal };
  const webhook = [inPath('provider'), inPath('secret')];
  return {
    [uploadImage.path]: upload('uploadImage', 'Keeps a picture for a flow: PNG, JPG or JPEG.', refused),
    [uploadDocument.path]: upload(
      'uploadDocument',
      `Keeps a document for a flow: ${DOCUMENT_EXTENSIONS.join(', ')}, up to ${LARGEST_DOCUMENT_MEGABYTES} MB.`,
      refused,
    ),
    '/files/{token}': {
      get: {
        operationId: 'getFile',
        tags: ['flows'],
        summary: 'A picture or document, for who has its signed link.',
        parameters: [inPath('token')],
        responses: { 200: { description: 'The file.', content: { '*/*': {} } }, ...refused },
      },
    },
    '/api/v1/events': {
      get: {
        operationId: 'followEvents',
        tags: ['events'],
        summary: 'Server-sent events: `{ "room" }` of what changed in the cabinet, `*` when anything may have.',
        ...BEARER,
        parameters: [
          {
            name: 'Last-Event-ID',
            in: 'header',
            required: false,
            description: 'The id that was seen last: what changed since is told first.',
            schema: { type: 'string' },
          },
        ],
        responses: {
          200: {
            description: 'Ends with the session, or with the access token.',
            content: { 'text/event-stream': { schema: { type: 'string' } } },
          },
          ...refused,
        },
      },
    },
    '/hooks/{provider}/{secret}': {
      post: {
        operationId: 'receiveWebhook',
        tags: ['hooks'],
        summary: 'Where an outside service posts; stored as it is, and answered once it is safe.',
        parameters: webhook,
        requestBody: { content: { '*/*': {} } },
        responses: { 200: { description: 'Stored.', content: { 'application/json': {} } }, ...refused },
      },
      get: {
        operationId: 'answerWebhookChallenge',
        tags: ['hooks'],
        summary: 'Answers an outside service that makes sure the address is ours.',
        parameters: webhook,
        responses: { 200: text('What it asked for.'), ...refused },
      },
    },
    '/health': {
      get: {
        operationId: 'health',
        tags: ['operation'],
        summary: 'Whether this process can answer.',
        responses: { 200: { description: 'It can.', content: { 'application/json': {} } }, ...refused },
      },
    },
  };
}

function upload(operationId: string, summary: string, refused: object): Record<string, object> {
  const schema = {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary' } },
    required: ['file'],
  };
  return {
    post: {
      operationId,
      tags: ['flows'],
      summary,
      ...BEARER,
      requestBody: { required: true, content: { 'multipart/form-data': { schema } } },
      responses: {
        200: { description: 'Done.', content: { 'application/json': { schema: jsonSchema(UploadedImage) } } },
        ...refused,
      },
    },
  };
}

function jsonSchema(shape: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'output' });
  return schema;
}
