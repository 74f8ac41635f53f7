import { CHANNEL_KIND_NAMES, traitsOf } from './channel-kinds.ts';

/** Largest document that every channel with documents carries: a flow does not know yet over which it will go. */
export const LARGEST_DOCUMENT_MEGABYTES = Math.min(
  ...CHANNEL_KIND_NAMES.map((kind) => traitsOf(kind).maxDocumentMegabytes).filter((megabytes) => megabytes > 0),
);

/** The documents a message may carry, by the ends of their names. */
export const DOCUMENT_EXTENSIONS = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt'] as const;
export type DocumentExtension = (typeof DOCUMENT_EXTENSIONS)[number];
