import type { ConnectionKind } from '#contract/connections/calls.ts';

/** Galleries by their URL names of the specification. */
export const GALLERY_SOURCES = {
  yclients: 'yclients',
  altegio: 'altegio',
  iikocrm: 'iiko',
  apicrm: 'api',
} as const satisfies Record<string, ConnectionKind>;

export type Gallery = keyof typeof GALLERY_SOURCES;
export const GALLERIES = ['yclients', 'altegio', 'iikocrm', 'apicrm'] as const satisfies readonly Gallery[];

/** Pages to connect each system. */
export const CONNECT_PATHS = {
  yclients: '/accounts/yclients',
  altegio: '/accounts/altegio',
  iiko: '/accounts/iiko',
  amo: '/accounts/amo',
  chatwoot: '/accounts/chatwoot',
  medflex: '/accounts/medflexLpus',
  shopify: '/accounts/shopify',
  api: '/accounts/api',
} as const satisfies Record<ConnectionKind, string>;

/** The gallery on whose page a ready-made flow is shown: of a connected system, else the first that has it. */
export function galleryOf(sources: readonly ConnectionKind[], connected: readonly ConnectionKind[]): Gallery {
  const shown = GALLERIES.filter((gallery) => sources.includes(GALLERY_SOURCES[gallery]));
  return shown.find((gallery) => connected.includes(GALLERY_SOURCES[gallery])) ?? shown[0] ?? 'yclients';
}

/** Returns the gallery in a URL, in any case. */
export function galleryIn(name: unknown): Gallery | undefined {
  return typeof name === 'string' ? GALLERIES.find((one) => one === name.toLowerCase()) : undefined;
}
