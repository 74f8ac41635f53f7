import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { previewReply, testSendCall } from '#contract/senders/trials.ts';
import { FileId } from '#contract/texts/calls.ts';
import { FlowKind, GivenFlowSettings, TypedPhones } from './calls.ts';
import { FLOW_WIRE } from './wire.ts';
import { Language, Phone } from '#contract/primitives.ts';
import { ContactPreview } from '#contract/texts/previews.ts';
import { VisitId } from '#contract/visits/calls.ts';

/** A flow's message to one stored contact. */
export const FlowPreview = ContactPreview.extend({ visitId: VisitId.nullable() });
export type FlowPreview = z.infer<typeof FlowPreview>;

/** Takes unsaved settings, so that the editor shows its current input. The worst case comes first. */
export const previewFlow = endpoint({
  method: 'POST',
  path: '/api/v1/flows/preview',
  access: 'member',
  summary: 'What up to 10 real customers would get, the worst case first; an example when there are none.',
  body: z.object({ kind: FlowKind, settings: GivenFlowSettings, language: Language.optional() }),
  reply: previewReply(FlowPreview, {
    /** Upcoming visits the flow would message. */
    aheadCount: z.int(),
  }),
});

export const sendFlowTest = testSendCall(FLOW_WIRE, {
  summary: 'Sends the message once to the test numbers, at once.',
  body: z.object({ kind: FlowKind, settings: GivenFlowSettings, visitId: VisitId.nullable(), testPhones: TypedPhones }),
  refusals: ['visit.not_found'],
});

/** The cabinet's own numbers, used by flows in test mode. */
export const setTestPhones = endpoint({
  method: 'PUT',
  path: '/api/v1/flows/test-phones',
  access: 'member',
  summary: "Changes the cabinet's test numbers.",
  body: z.object({ testPhones: TypedPhones }),
  reply: z.object({ testPhones: z.array(Phone) }),
});
export const getTestPhones = endpoint({
  method: 'GET',
  path: '/api/v1/flows/test-phones',
  access: 'member',
  summary: "The cabinet's test numbers.",
  reply: z.object({ testPhones: z.array(Phone) }),
});

/** Multipart, one field `file`: PNG, JPG or JPEG (the specification, section 5). */
export const uploadImage = { method: 'POST', path: '/api/v1/flows/images' } as const;
/** Multipart, one field `file`: one of `DOCUMENT_EXTENSIONS`, checked by its bytes too. */
export const uploadDocument = { method: 'POST', path: '/api/v1/flows/documents' } as const;
/** Multipart, one field `file`: one of `MEDIA_EXTENSIONS`, a video or sound, checked by its bytes too. */
export const uploadMedia = { method: 'POST', path: '/api/v1/flows/media' } as const;
export const UploadedImage = z.object({ id: FileId, url: z.string(), name: z.string(), sizeBytes: z.int() });
export type UploadedImage = z.infer<typeof UploadedImage>;
