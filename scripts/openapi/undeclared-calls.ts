import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { DOCUMENT_EXTENSIONS, LARGEST_DOCUMENT_MEGABYTES } from '#contract/channels/limits.ts';
import { EmptyObject } from '#contract/endpoint.ts';
import { uploadDocument, UploadedImage, uploadImage } from '#contract/flows/trials.ts';
import { refusals, securityFor } from './operations.ts';

const json = (description: string, schema: z.ZodType) => ({ description, content: { 'application/json': { schema } } });
const BYTES = z.file();
const webhookParams = { path: z.object({ provider: z.string(), secret: z.string() }) };

/** Calls whose body or answer is not JSON, which the contract's declarations cannot express. */
export function undeclaredCalls(): ZodOpenApiPathsObject {
  return {
    [uploadImage.path]: { post: upload('uploadImage', 'Stores a picture for a flow: PNG, JPG or JPEG.') },
    [uploadDocument.path]: {
      post: upload(
        'uploadDocument',
        `Stores a document for a flow: ${DOCUMENT_EXTENSIONS.join(', ')}, up to ${LARGEST_DOCUMENT_MEGABYTES} MB.`,
      ),
    },
    '/files/{token}': {
      get: {
        operationId: 'getFile',
        tags: ['flows'],
        summary: 'Returns a picture or document to anybody who has its signed link.',
        security: securityFor('public'),
        requestParams: { path: z.object({ token: z.string() }) },
        responses: {
          200: { description: 'The file.', content: { '*/*': { schema: BYTES } } },
          ...refusals(['file.not_found', 'server.unavailable']),
        },
      },
    },
    '/api/v1/events': {
      get: {
        operationId: 'followEvents',
        tags: ['events'],
        summary:
          'Streams server-sent events: `{ "room" }` names what changed in the cabinet, `*` means that anything may have.',
        security: securityFor('member'),
        'x-access': 'member',
        requestParams: { header: z.object({ 'Last-Event-ID': LAST_EVENT_ID }) },
        responses: {
          200: {
            description: 'The stream ends with the session, or with the access token.',
            content: { 'text/event-stream': { schema: z.string() } },
          },
          ...refusals(['auth.required', 'server.unavailable']),
        },
      },
    },
    '/hooks/{provider}/{secret}': {
      post: {
        operationId: 'receiveWebhook',
        tags: ['webhooks'],
        summary: 'Receives a webhook of an outside service. The payload is stored as it is before the answer.',
        security: securityFor('public'),
        requestParams: webhookParams,
        requestBody: { content: { '*/*': { schema: BYTES } } },
        responses: {
          200: json('The payload is stored.', EmptyObject),
          ...refusals(['auth.required', 'request.not_found', 'request.too_large', 'server.unavailable']),
        },
      },
      get: {
        operationId: 'answerWebhookChallenge',
        tags: ['webhooks'],
        summary: 'Answers the challenge by which an outside service verifies the address.',
        security: securityFor('public'),
        requestParams: webhookParams,
        responses: {
          200: { description: 'The answer to the challenge.', content: { 'text/plain': { schema: z.string() } } },
          ...refusals(['request.not_found', 'server.unavailable']),
        },
      },
    },
    '/health': {
      get: {
        operationId: 'health',
        tags: ['operation'],
        summary: 'Says whether this process can answer.',
        security: securityFor('public'),
        responses: {
          200: json('The process can answer.', z.object({ status: z.literal('ok') })),
          ...refusals(['request.invalid', 'server.unavailable']),
        },
      },
    },
  };
}

const LAST_EVENT_ID = z
  .string()
  .optional()
  .meta({ param: { description: 'The id of the last event received. Changes since then are sent first.' } });

function upload(operationId: string, summary: string): ZodOpenApiOperationObject {
  return {
    operationId,
    tags: ['flows'],
    summary,
    security: securityFor('member'),
    'x-access': 'member',
    requestBody: { required: true, content: { 'multipart/form-data': { schema: z.object({ file: BYTES }) } } },
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: UploadedImage } } },
      ...refusals(['request.invalid', 'auth.required', 'file.too_big', 'file.wrong_type', 'server.unavailable']),
    },
  };
}
