import { createHash } from 'node:crypto';
import type { Ids } from '../../values/ids.ts';

/** A UUID that depends on a text alone, for fixtures. */
export const uuidOf = (text: string): string => shaped(createHash('sha256').update(`iiko:${text}`).digest('hex'));

/** The next UUID of the world's generator. */
export const nextUuid = (ids: Ids): string => shaped(ids.hex('iiko', 32));

const shaped = (hex: string) =>
  [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
