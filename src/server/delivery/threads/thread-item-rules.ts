import { z } from 'zod';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { ThreadEvent, ThreadItem, ThreadItemKind } from '#contract/conversations/calls.ts';
import { SenderId, SenderKind } from '#contract/senders/calls.ts';
import { SubjectKind } from '#contract/subjects/subjects.ts';
import { MemberId } from '#contract/tenants/ids.ts';
import { seenKind } from '#server/conversations/threads/rules.ts';
import { carriedMedia, shownButtons, StoredButton } from '#server/texts/content/rendered-message-rules.ts';
import { INLINE_MIMES } from '#server/texts/attachments/received-file-rules.ts';

/** An item of a thread, joined from the table it stands in. */
export type ItemRow = {
  id: string;
  direction: 'in' | 'out' | 'own' | 'inner';
  at: Temporal.Instant;
  kind: string;
  text: string;
  is_edited: boolean;
  media: { mime?: string | null; name?: string | null } | null;
  channel_id: string | null;
  channel_kind: string | null;
  event: unknown;
  request_id: string | null;
  member_id: string | null;
  member_name: string | null;
  status: string | null;
  reason: string | null;
  error_class: string | null;
  error_text: string | null;
  is_replied: boolean;
  is_test: boolean;
  occasion_key: string | null;
  subject_kind: string | null;
  content: unknown;
  sender_id: string | null;
  sender_kind: string | null;
  sender_title: string | null;
  event_name: string | null;
  starts_at: Temporal.Instant | null;
  file_state: string | null;
  file_trouble: string | null;
  file_id: string | null;
  width: number | null;
  height: number | null;
  transcript_state: string | null;
  transcript: string | null;
  transcript_trouble: string | null;
  stored_name: string | null;
  stored_mime: string | null;
  size_bytes: number | null;
  /** Buttons of the template it was sent by; null without one, and where the channel has it no more. */
  template_buttons: unknown;
};

const Header = z.object({ type: z.string(), url: z.string(), name: z.string().optional() }).optional();

const TemplateButtons = z
  .array(z.object({ text: z.string() }))
  .nullish()
  .catch(null);

/** The parts of a message's content that a thread shows; the header of a template stands for its file. */
const ShownContent = z.object({
  buttons: z.array(StoredButton).catch([]),
  image: z.object({ url: z.string(), mime: z.string() }).nullish().catch(null),
  file: z.object({ url: z.string(), mime: z.string(), name: z.string() }).nullish().catch(null),
  text: z.string().catch(''),
  asTemplate: z.boolean().optional().catch(undefined),
  leftBy: z.object({ header: Header }).nullish().catch(null),
  templates: z.array(z.object({ header: Header })).catch([]),
});

/** @param urlOf the address of a stored file */
export function toThreadItem(row: ItemRow, urlOf: (fileId: string) => string): ThreadItem {
  const isOut = row.direction === 'out';
  const content = isOut ? ShownContent.parse(row.content ?? {}) : null;
  const isMembers = row.sender_kind === 'member';
  const isEntry = row.direction === 'inner';
  return {
    id: row.id,
    requestId: isMembers ? requestOf(row.occasion_key) : row.request_id,
    direction: row.direction,
    at: row.at.toString(),
    kind: kindOf(row),
    text: row.text,
    isEdited: row.is_edited,
    fileName: row.media?.name ?? null,
    file: content ? sentFile(row, content) : receivedFile(row, urlOf),
    location: row.kind === 'location' ? placeIn(row.text) : null,
    buttons: content ? sentButtons(row, content) : [],
    status: row.status === 'skipped' ? 'failed' : row.status,
    failure: failureOf(row),
    isReplied: row.is_replied,
    isTest: row.is_test,
    channelId: row.channel_id === null ? null : ChannelId.parse(row.channel_id),
    channelKind: row.channel_kind === null ? null : ChannelKind.parse(row.channel_kind),
    sender:
      row.sender_id === null || row.sender_kind === null
        ? null
        : {
            senderId: SenderId.parse(row.sender_id),
            senderKind: SenderKind.parse(row.sender_kind),
            senderTitle: row.sender_title ?? '',
          },
    why: whyOf(row),
    traceId: isOut ? row.id : null,
    by: authorOf(row),
    event: isEntry && row.kind === 'system' ? ThreadEvent.parse(row.event) : null,
  };
}

/** A member's answer has the key `<conversation>:<request>`. */
function requestOf(occasionKey: string | null): string | null {
  return z.uuid().safeParse(occasionKey?.split(':')[1]).data ?? null;
}

function kindOf({ kind, media, stored_mime: stored }: ItemRow): ThreadItemKind {
  return ThreadItemKind.catch('other').parse(seenKind(kind, stored ?? media?.mime ?? null));
}

function receivedFile(row: ItemRow, urlOf: (fileId: string) => string): ThreadItem['file'] {
  if (row.file_state === null) return null;
  const mime = row.stored_mime ?? row.media?.mime ?? null;
  const isKept = row.file_state === 'kept' && row.file_id !== null;
  const file = {
    state: row.file_state,
    url: isKept && row.file_id !== null ? urlOf(row.file_id) : null,
    isInline: isKept && mime !== null && INLINE_MIMES.has(mime),
    name: row.media?.name ?? row.stored_name,
    mime,
    sizeBytes: row.size_bytes,
    width: row.width,
    height: row.height,
    trouble: row.file_trouble,
    transcript: row.transcript_state && {
      state: row.transcript_state,
      text: row.transcript ?? '',
      trouble: row.transcript_trouble,
    },
  };
  return ThreadItem.shape.file.parse(file);
}

/** Titles of the buttons that were sent: the template's, or those of the text that the channel can show. */
function sentButtons({ channel_kind: kind, template_buttons: own }: ItemRow, content: z.output<typeof ShownContent>) {
  const isTemplate = Boolean(content.leftBy ?? content.asTemplate);
  const ofTemplate = isTemplate ? TemplateButtons.parse(own) : null;
  if (ofTemplate) return ofTemplate.map(({ text }) => text);
  const shown =
    isTemplate || kind === null ? content.buttons : shownButtons(traitsOf(ChannelKind.parse(kind)), content);
  return shown.map(({ title }) => title);
}

const MIME_OF_HEADER: Readonly<Record<string, string>> = { image: 'image/png', video: 'video/mp4' };

function sentFile(row: ItemRow, content: z.output<typeof ShownContent>): ThreadItem['file'] {
  if (row.channel_kind === null) return null;
  const { image, file, header } = carriedMedia(traitsOf(ChannelKind.parse(row.channel_kind)), content);
  const ofHeader = header && {
    url: header.url,
    name: header.name ?? null,
    mime: MIME_OF_HEADER[header.type] ?? 'application/pdf',
  };
  const shown: { url: string; mime: string; name?: string | null } | null = image ?? file ?? ofHeader;
  if (!shown) return null;
  return {
    state: 'kept',
    url: shown.url,
    isInline: INLINE_MIMES.has(shown.mime),
    name: row.stored_name ?? shown.name ?? null,
    mime: row.stored_mime ?? shown.mime,
    sizeBytes: row.size_bytes,
    width: null,
    height: null,
    trouble: null,
    transcript: null,
  };
}

/** Providers write the coordinates last. */
function placeIn(text: string): ThreadItem['location'] {
  const [, latitude, longitude] = /(-?\d{1,2}(?:\.\d+)?), (-?\d{1,3}(?:\.\d+)?)$/.exec(text) ?? [];
  return latitude === undefined ? null : { latitude: Number(latitude), longitude: Number(longitude) };
}

function failureOf({ status, reason, error_class: errorClass, error_text: text }: ItemRow): ThreadItem['failure'] {
  if (status === 'skipped') return { errorClass: reason, text: null };
  return status === 'failed' ? { errorClass: errorClass ?? reason, text } : null;
}

function whyOf(row: ItemRow): ThreadItem['why'] {
  if (row.subject_kind === null && row.event_name === null) return null;
  return {
    event: row.event_name,
    subjectKind: row.subject_kind === null ? null : SubjectKind.parse(row.subject_kind),
    startsAt: row.starts_at?.toString() ?? null,
  };
}

function authorOf(row: ItemRow): ThreadItem['by'] {
  if (row.member_id !== null) return { memberId: MemberId.parse(row.member_id), name: row.member_name ?? '' };
  if (row.member_name) return { memberId: null, name: row.member_name };
  if (row.sender_kind !== 'member' || row.sender_id === null) return null;
  return { memberId: MemberId.parse(row.sender_id), name: row.sender_title ?? '' };
}
