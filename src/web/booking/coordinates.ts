import type { Coordinates } from '#contract/booking/calls.ts';

/**
 * Reads coordinates as maps copy them: `55.7558, 37.6173`.
 *
 * @returns null for an empty text; undefined for one that has none
 */
export function readCoordinates(text: string): Coordinates | null | undefined {
  if (text.trim() === '') return null;
  const [, latitude, longitude] = /^\s*(-?\d{1,2}(?:\.\d+)?)[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text) ?? [];
  if (latitude === undefined || longitude === undefined) return undefined;
  const found = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(found.latitude) <= 90 && Math.abs(found.longitude) <= 180 ? found : undefined;
}

export function coordinatesText(coordinates: Coordinates | null): string {
  return coordinates ? `${coordinates.latitude}, ${coordinates.longitude}` : '';
}
