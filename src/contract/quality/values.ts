/** Kinds of talks, and of reports about them. */
export const TALK_KINDS = ['chats', 'calls'] as const;
export type TalkKind = (typeof TALK_KINDS)[number];

/** Kinds of talks that a checklist judges. */
export const CHECKLIST_KINDS = ['chats', 'calls', 'both'] as const;

/** Where talks come from: conversations of this cabinet, files of chats, recordings of calls. */
export const TALK_SOURCES = ['conversations', 'uploads', 'recordings'] as const;
export type TalkSource = (typeof TALK_SOURCES)[number];

/** From the specification, section 4. */
export const REPORT_STATUSES = ['Created', 'InProgress', 'Done', 'Error'] as const;

/** Why a report stopped before its end. `member`: stopped by hand. */
export const REPORT_STOPS = ['member', 'cap', 'balance', 'no_model', 'unavailable', 'no_talks'] as const;
export type ReportStop = (typeof REPORT_STOPS)[number];

/** `skipped`: the report stopped before it. */
export const CASE_STATES = ['waiting', 'done', 'failed'] as const;

/** Why a case could not be judged. */
export const CASE_TROUBLES = ['no_words', 'refused', 'nonsense', 'too_long', 'not_transcribed'] as const;
export type CaseTrouble = (typeof CASE_TROUBLES)[number];

/** `unclear`: the model gave no quote that stands in the talk; a person must look. */
export const VERDICTS = ['yes', 'no', 'na', 'unclear'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Part of a talk that an item is judged in. `first`, `last`: the opening and the end of the talk. */
export const ITEM_PARTS = ['whole', 'first', 'last'] as const;

export const DISPUTE_STATES = ['open', 'changed', 'kept'] as const;

/** Sides of a talk, by the speaker of a line. `note`: a line of the program, e.g. "missed call". */
export const TALK_SIDES = ['client', 'employee', 'bot', 'note'] as const;

/** Trades that have a ready checklist. */
export const CHECKLIST_TRADES = ['salon', 'clinic', 'restaurant', 'delivery', 'shop'] as const;
export type ChecklistTrade = (typeof CHECKLIST_TRADES)[number];

export const RECORDING_STATES = ['waiting', 'decoding', 'transcribing', 'ready', 'failed'] as const;
export type RecordingState = (typeof RECORDING_STATES)[number];

/** Why a recording could not be read. */
export const RECORDING_TROUBLES = [
  'no_audio',
  'too_long',
  'silent',
  'locked',
  'empty',
  'format_not_supported',
  'no_words',
  'no_model',
  'balance',
  'unavailable',
] as const;
export type RecordingTrouble = (typeof RECORDING_TROUBLES)[number];

/** Endings of audio files that are taken. */
export const AUDIO_ENDINGS = ['mp3', 'wav', 'ogg', 'opus', 'flac', 'aiff', 'aif', 'aac', 'm4a', 'wma', 'webm'] as const;
export const MOST_AUDIO_BYTES = 200 * 1024 * 1024;
export const MOST_AUDIO_HOURS = 4;
/** Bytes of a file that are sent at once. */
export const MOST_PIECE_BYTES = 8 * 1024 * 1024;
/** The media type of such bytes. */
export const PIECE_TYPE = 'application/offset+octet-stream';
/** Where the sound of recordings is played from. */
export const SOUND_PATH = '/api/v1/quality/sound';

export const MOST_ITEMS = 40;
export const MOST_CHECKLISTS = 50;
export const MOST_REPORT_TALKS = 5_000;
export const MOST_REPORT_DAYS = 366;
export const LONGEST_ITEM_WORDS = 300;

/** Days for which audio is kept; transcripts and scores stay. */
export const AUDIO_DAYS = { min: 7, usual: 90, max: 730 } as const;

/** Percentages over fewer cases are not shown: the counts are. */
export const FEWEST_FOR_PERCENT = 10;
/** An item with so many cases and a lower agreement should be reworded. */
export const REWORD_ME = { cases: 20, agreement: 0.8 } as const;
