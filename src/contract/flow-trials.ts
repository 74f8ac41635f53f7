import { z } from 'zod';
import { ChannelKind, TemplateMedia } from './channels.ts';
import { ContactId } from './contacts.ts';
import { DecisionRule } from './delivery.ts';
import { endpoint } from './endpoint.ts';
import { FileId, FlowKind, FlowSettings, FlowVariable, TypedPhones } from './flows.ts';
import { Instant, Language, Phone } from './primitives.ts';
import { VisitId } from './visits.ts';

const AttachedFile = z.object({ name: z.string(), mime: z.string(), url: z.string() });

/** A message to one stored contact, as it would be sent. */
export const FlowPreview = z.object({
  contactId: ContactId.nullable(),
  contactName: z.string(),
  visitId: VisitId.nullable(),
  channelKind: ChannelKind.nullable(),
  channelTitle: z.string().nullable(),
  text: z.string(),
  /** The text in runs: the resulting words, or the names of variables that were empty there. */
  runs: z.array(z.object({ text: z.string(), empty: z.array(z.string()) })),
  /** The contact's language. */
  language: Language,
  /** Buttons as the contact sees them: default titles are in their language. */
  buttons: z.array(z.object({ type: z.enum(['answer', 'url', 'call']), title: z.string() })),
  /** The template sent where the channel requires one; null where the flow has none that can be sent. */
  template: z
    .object({
      text: z.string(),
      buttons: z.array(z.string()),
      imageUrl: z.string().nullable(),
      file: AttachedFile.nullable(),
    })
    .nullable(),
  imageUrl: z.string().nullable(),
  /** The attachment above the text. */
  file: AttachedFile.nullable(),
  /** Variables that are empty for this contact. */
  emptyVariables: z.array(FlowVariable),
  sendAt: Instant.nullable(),
  timeZone: z.string(),
  /** The rule by which the message would not be sent; null when it would. */
  skipRule: DecisionRule.nullable(),
});
export type FlowPreview = z.infer<typeof FlowPreview>;

/** Takes unsaved settings, so that the editor shows its current input. The worst case comes first. */
export const previewFlow = endpoint({
  method: 'POST',
  path: '/api/v1/flows/preview',
  access: 'member',
  summary: 'What up to 10 real customers would get, the worst case first; an example when there are none.',
  body: z.object({ kind: FlowKind, settings: FlowSettings, language: Language.optional() }),
  reply: z.object({
    previews: z.array(FlowPreview),
    /** Upcoming visits the flow would message. */
    aheadCount: z.int(),
    /** Unknown variables in the texts. */
    unknownVariables: z.array(z.string()),
    /** Media that a chosen template requires and the message lacks; null: none. */
    templateLacks: TemplateMedia.nullable(),
  }),
});

export const sendFlowTest = endpoint({
  method: 'POST',
  path: '/api/v1/flows/test-send',
  access: 'member',
  summary: 'Sends the message once to the test numbers, at once.',
  ratePerMinute: 30,
  body: z.object({ kind: FlowKind, settings: FlowSettings, visitId: VisitId.nullable(), testPhones: TypedPhones }),
  reply: z.object({ messageIds: z.array(z.uuid()) }),
  problems: [
    'flow.test_phone_missing',
    'channel.not_found',
    'channel.cannot_reach',
    'message_quota.exhausted',
    'visit.not_found',
  ],
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
export const UploadedImage = z.object({ id: FileId, url: z.string(), name: z.string(), sizeBytes: z.int() });
export type UploadedImage = z.infer<typeof UploadedImage>;
