import { expect, test } from 'vitest';
import { coordinatesText, readCoordinates } from './coordinates.ts';

test('coordinates are read as maps copy them', () => {
  const moscow = { latitude: 55.7558, longitude: 37.6173 };
  for (const text of ['55.7558, 37.6173', ' 55.7558 37.6173 ', '55.7558,37.6173', coordinatesText(moscow)])
    expect(readCoordinates(text)).toEqual(moscow);
  expect(readCoordinates('-22.9, -43.17')).toEqual({ latitude: -22.9, longitude: -43.17 });
  expect(readCoordinates(' ')).toBeNull();
  for (const text of ['Moscow', '55.7558', '95, 37', '55, 200', '55,7558, 37,6173'])
    expect(readCoordinates(text), text).toBeUndefined();
});
