import type { FastifyRequest } from 'fastify';
import { extname } from 'node:path';
import { z } from 'zod';
import { ModelError } from '../errors.ts';
import { type FaultKind, TRANSCRIPT_FAULTS, isOneOf } from '../faults/kinds.ts';
import { checkModel } from '../protocol/models.ts';
import { readShape } from '../protocol/request.ts';
import type { ModelState } from '../state.ts';
import { secondsOf, soundOf } from './sound.ts';
import { type Transcript, scriptFor, spoilTranscript } from './transcripts.ts';

const MAX_BYTES = 25 * 1024 * 1024;
const FORMATS = ['.flac', '.m4a', '.mp3', '.mp4', '.mpeg', '.mpga', '.oga', '.ogg', '.opus', '.wav', '.webm'];
/** Longer recordings need `chunking_strategy` where speakers are requested. */
const LONG_SECONDS = 30;

const Fields = z.object({
  model: z.string(),
  language: z.string().optional(),
  prompt: z.string().optional(),
  temperature: z.coerce.number().min(0).max(1).optional(),
  response_format: z.enum(['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json']).default('json'),
  chunking_strategy: z.string().optional(),
  'timestamp_granularities[]': z.array(z.enum(['segment', 'word'])).optional(),
  'include[]': z.array(z.string()).optional(),
  stream: z.string().optional(),
  user: z.string().optional(),
});
type Fields = z.infer<typeof Fields>;
const LISTS = ['timestamp_granularities[]', 'include[]'];
const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(Fields.shape));

export type TranscriptionAnswer = { body: object | string; text: string; fields: Record<string, unknown> };

/** `POST /audio/transcriptions`. @throws {ModelError} */
export async function answerTranscription(
  state: ModelState,
  request: FastifyRequest,
  fault: FaultKind | undefined,
): Promise<TranscriptionAnswer> {
  const { file, values } = await readParts(request);
  const fields: Fields = readShape(Fields as z.ZodType<Fields>, values, PARAMETERS);
  checkModel(fields.model, 'transcription');
  if (!file)
    throw new ModelError(400, "Missing required parameter: 'file'.", {
      param: 'file',
      code: 'missing_required_parameter',
    });
  if (!FORMATS.includes(extname(file.name).toLowerCase()))
    throw new ModelError(
      400,
      `Unrecognized file format. Supported formats: ${FORMATS.map((format) => format.slice(1)).join(', ')}`,
    );
  if (file.bytes.length > MAX_BYTES)
    throw new ModelError(413, `Maximum content size limit (${MAX_BYTES}) exceeded (${file.bytes.length} bytes read)`);
  if (file.bytes.length === 0) throw new ModelError(400, 'Audio file is empty.', { param: 'file' });

  const named = state.transcripts[file.name];
  const scripted = named ?? state.transcripts[soundOf(file.bytes) ?? ''];
  const seconds = named?.segments.at(-1)?.end ?? secondsOf(file.bytes);
  if (fields.response_format === 'diarized_json') checkSpeakers(fields, seconds);
  const transcript = spoilTranscript(
    scripted ?? scriptFor(file.bytes, seconds, fields.language),
    isOneOf(TRANSCRIPT_FAULTS, fault) ? fault : undefined,
    seconds,
  );
  const text = transcript.segments.map((segment) => segment.text).join(' ');
  return {
    body: toBody(fields, transcript, { text, seconds }),
    text,
    fields: { ...values, file: file.name, bytes: file.bytes.length },
  };
}

function checkSpeakers({ chunking_strategy: strategy, prompt }: Fields, seconds: number): void {
  if (prompt !== undefined)
    throw new ModelError(400, "'prompt' is not supported when speakers are requested.", { param: 'prompt' });
  if (seconds > LONG_SECONDS && strategy === undefined)
    throw new ModelError(400, 'chunking_strategy is required for diarization of audio longer than 30 seconds', {
      param: 'chunking_strategy',
    });
}

type Part = { name: string; bytes: Buffer };

async function readParts(request: FastifyRequest): Promise<{ file: Part | null; values: Record<string, unknown> }> {
  if (!request.isMultipart()) throw new ModelError(400, 'Could not parse multipart form');
  let file: Part | null = null;
  const values: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === 'file') file = { name: part.filename, bytes: await part.toBuffer() };
    else if (LISTS.includes(part.fieldname)) values[part.fieldname] = [values[part.fieldname] ?? [], part.value].flat();
    else values[part.fieldname] = part.value;
  }
  return { file, values };
}

function toBody(
  { response_format: format, ...fields }: Fields,
  { language, segments }: Transcript,
  { text, seconds }: { text: string; seconds: number },
): object | string {
  const usage = { type: 'duration', seconds };
  switch (format) {
    case 'text':
      return `${text}\n`;
    case 'srt':
    case 'vtt':
      return subtitles(segments, format);
    case 'diarized_json':
      return {
        task: 'transcribe',
        duration: seconds,
        text,
        segments: segments.map((segment, id) => ({
          type: 'transcript.text.segment',
          id: `seg_${id + 1}`,
          ...segment,
          speaker: segment.speaker ?? 'A',
        })),
        usage,
      };
    case 'verbose_json':
      return {
        task: 'transcribe',
        language,
        duration: seconds,
        text,
        ...(fields['timestamp_granularities[]']?.includes('word') && { words: segments.flatMap(wordsOf) }),
        segments: segments.map(toSegment),
        usage,
      };
    default:
      return { text, usage };
  }
}

type Segment = Transcript['segments'][number];

const toSegment = ({ start, end, text }: Segment, id: number) => ({
  id,
  seek: 0,
  start,
  end,
  text: ` ${text}`,
  tokens: [],
  temperature: 0,
  avg_logprob: -0.2,
  compression_ratio: 1.2,
  no_speech_prob: 0.01,
});

function wordsOf({ start, end, text }: Segment) {
  const words = text.split(' ');
  const step = (end - start) / words.length;
  return words.map((word, index) => ({ word, start: start + index * step, end: start + (index + 1) * step }));
}

function subtitles(segments: readonly Segment[], format: 'srt' | 'vtt'): string {
  const time = (seconds: number) =>
    new Date(seconds * 1000)
      .toISOString()
      .slice(11, 23)
      .replace('.', format === 'srt' ? ',' : '.');
  const lines = segments.map(
    ({ start, end, text }, index) => `${index + 1}\n${time(start)} --> ${time(end)}\n${text}\n`,
  );
  return `${format === 'vtt' ? 'WEBVTT\n\n' : ''}${lines.join('\n')}`;
}
