import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { onOneLine } from '#contract/pasted-text.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { RecordingId, TalkId } from './talks.ts';
import { AUDIO_DAYS, RECORDING_STATES, RECORDING_TROUBLES } from './values.ts';

/** Numbers measured in the sound itself. */
export const CallMeasures = z.object({
  /** Shares of the time in which one side speaks; of mono recordings `client` is null and `employee` is both. */
  employeeShare: z.number(),
  clientShare: z.number().nullable(),
  longestSilence: z.number(),
  interruptions: z.int().nullable(),
  /** Seconds until the employee's first word. */
  beforeFirstWord: z.number(),
});
export type CallMeasures = z.infer<typeof CallMeasures>;

export const Recording = z.object({
  id: RecordingId,
  fileName: z.string(),
  state: z.enum(RECORDING_STATES),
  trouble: z.enum(RECORDING_TROUBLES).nullable(),
  /** Bytes of the file. */
  size: z.int(),
  /** Null until it is decoded. */
  seconds: z.number().nullable(),
  isStereo: z.boolean().nullable(),
  /** The file ends before its sound does. */
  isIncomplete: z.boolean(),
  employeeName: z.string(),
  clientName: z.string(),
  startedAt: Instant,
  /** The side of a stereo recording on which the employee speaks. */
  employeeChannel: z.enum(['left', 'right']),
  talkId: TalkId.nullable(),
  measures: CallMeasures.nullable(),
  /** Audio is deleted after some days; the transcript stays. */
  hasAudio: z.boolean(),
  createdAt: Instant,
});
export type Recording = z.infer<typeof Recording>;

const OfRecording = z.object({ recordingId: RecordingId });
const Name = z.string().overwrite(onOneLine).max(120, { error: 'too_long' });

export const listRecordings = endpoint({
  method: 'GET',
  path: '/api/v1/quality/recordings',
  access: 'member',
  summary: 'Recordings of calls, the latest first.',
  query: PageQuery,
  reply: pageOf(Recording),
});

export const getRecording = endpoint({
  method: 'GET',
  path: '/api/v1/quality/recordings/:recordingId',
  access: 'member',
  summary: 'A recording with what its player needs.',
  params: OfRecording,
  reply: Recording.extend({
    /** 20 per second, 0 to 1. */
    peaks: z.array(z.number()),
    /** Address of the sound for this session; null where it is not kept. */
    url: z.string().nullable(),
  }),
  problems: ['recording.not_found'],
});

/** A change of the employee's side writes the transcript again from the stored pieces; nothing is paid. */
export const saveRecording = endpoint({
  method: 'PATCH',
  path: '/api/v1/quality/recordings/:recordingId',
  access: 'member',
  summary: 'Says who speaks in a recording, and when it was.',
  params: OfRecording,
  body: z.object({
    employeeName: Name.optional(),
    clientName: Name.optional(),
    startedAt: Instant.optional(),
    employeeChannel: z.enum(['left', 'right']).optional(),
  }),
  reply: Recording,
  problems: ['recording.not_found'],
});

export const retryRecording = endpoint({
  method: 'POST',
  path: '/api/v1/quality/recordings/:recordingId/retry',
  access: 'member',
  summary: 'Decodes or transcribes a failed recording again. What was paid is not paid twice.',
  params: OfRecording,
  reply: Recording,
  problems: ['recording.not_found', 'recording.busy', 'file.not_found'],
});

export const deleteRecording = endpoint({
  method: 'DELETE',
  path: '/api/v1/quality/recordings/:recordingId',
  access: 'owner',
  summary: 'Deletes a recording and its sound, for good. One that a report judged stays.',
  params: OfRecording,
  problems: ['recording.not_found', 'quality_talk.in_report'],
});

/** A file that is being sent in pieces. */
export const RecordingUpload = z.object({
  id: z.uuid(),
  fileName: z.string(),
  size: z.int(),
  /** Bytes that are stored: the next piece begins there. */
  offset: z.int(),
  /** The recording, when the file is whole. */
  recordingId: RecordingId.nullable(),
});
export type RecordingUpload = z.infer<typeof RecordingUpload>;

const OfUpload = z.object({ uploadId: z.uuid() });

export const startRecordingUpload = endpoint({
  method: 'POST',
  path: '/api/v1/quality/uploads',
  access: 'member',
  summary: 'Begins to send a recording. Its pieces follow as raw bytes to the address of the upload.',
  takesIdempotencyKey: true,
  body: z.object({
    fileName: z.string().trim().min(1, { error: 'required' }).max(200, { error: 'too_long' }),
    size: z
      .int()
      .min(1, { error: 'range' })
      .max(2 ** 40, { error: 'range' }),
    employeeName: Name.default(''),
    /** When the call was; null: now. */
    startedAt: Instant.nullable().default(null),
  }),
  reply: RecordingUpload,
  problems: ['recording_upload.not_audio', 'recording_upload.too_large', 'file.storage_full', 'file.quota_exhausted'],
});

/**
 * The next bytes of a file, raw, at most `MOST_PIECE_BYTES`; the header `upload-offset` says where they begin. Answers a
 * `RecordingUpload`, or 409 `recording_upload.wrong_offset` with the right `offset`.
 */
export const sendRecordingPiece = { method: 'PATCH', path: '/api/v1/quality/uploads/:uploadId' } as const;

export const getRecordingUpload = endpoint({
  method: 'GET',
  path: '/api/v1/quality/uploads/:uploadId',
  access: 'member',
  summary: 'How much of a file is stored.',
  params: OfUpload,
  reply: RecordingUpload,
  problems: ['recording_upload.not_found'],
});

export const cancelRecordingUpload = endpoint({
  method: 'DELETE',
  path: '/api/v1/quality/uploads/:uploadId',
  access: 'member',
  summary: 'Gives up a file that is not whole, and deletes its pieces.',
  params: OfUpload,
  problems: ['recording_upload.not_found'],
});

const QualitySettings = z.object({
  audioDays: z.int().min(AUDIO_DAYS.min, { error: 'range' }).max(AUDIO_DAYS.max, { error: 'range' }),
});

export const getQualitySettings = endpoint({
  method: 'GET',
  path: '/api/v1/quality/settings',
  access: 'member',
  summary: 'For how many days audio is kept.',
  reply: QualitySettings,
});

export const saveQualitySettings = endpoint({
  method: 'PUT',
  path: '/api/v1/quality/settings',
  access: 'owner',
  summary: 'Changes for how many days audio is kept; older sound is deleted within a day, for good.',
  body: QualitySettings,
  reply: QualitySettings,
});
