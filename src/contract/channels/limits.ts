import { CHANNEL_KIND_NAMES, traitsOf } from './kinds.ts';

/** Largest document that every channel with documents accepts: when it is uploaded, the channel is not chosen yet. */
export const LARGEST_DOCUMENT_MEGABYTES = Math.min(
  ...CHANNEL_KIND_NAMES.map((kind) => traitsOf(kind).maxDocumentMegabytes).filter((megabytes) => megabytes > 0),
);

/** Largest video or sound that every channel with them accepts. */
export const LARGEST_MEDIA_MEGABYTES = Math.min(
  ...CHANNEL_KIND_NAMES.flatMap((kind) => {
    const { maxVideoMegabytes, maxAudioMegabytes } = traitsOf(kind);
    return [maxVideoMegabytes, maxAudioMegabytes].filter((megabytes) => megabytes > 0);
  }),
);

const SHAPES = CHANNEL_KIND_NAMES.flatMap((kind) => traitsOf(kind).imageShape ?? []);

/** The shape of a picture that every channel accepts: when it is uploaded, the channel is not chosen yet. */
export const IMAGE_SHAPE = {
  maxSides: Math.min(...SHAPES.map(({ maxSides }) => maxSides)),
  maxRatio: Math.min(...SHAPES.map(({ maxRatio }) => maxRatio)),
};

/** File name extensions of the documents a message may have. */
export const DOCUMENT_EXTENSIONS = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt'] as const;
export type DocumentExtension = (typeof DOCUMENT_EXTENSIONS)[number];

/** File name extensions of the videos and the sound a message may have. */
export const MEDIA_EXTENSIONS = ['mp4', 'ogg', 'mp3', 'm4a'] as const;
export type MediaExtension = (typeof MEDIA_EXTENSIONS)[number];
