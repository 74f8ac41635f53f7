import type { MantineColorsTuple } from '@mantine/core';

/** How much white (positive) or black (negative) each shade has; the sixth is the colour itself. */
const MIX = [0.92, 0.84, 0.7, 0.54, 0.36, 0.16, 0, -0.16, -0.32, -0.48] as const;

/** Ten shades of one colour, from a tint for backgrounds to a deep tone for text. */
export function shadesOf(colour: string): MantineColorsTuple {
  const shade = (mix: number) => hex(channels(colour).map((channel) => mixed(channel, mix)));
  const [a, b, c, d, e, f, g, h, i, j] = MIX;
  return [shade(a), shade(b), shade(c), shade(d), shade(e), shade(f), shade(g), shade(h), shade(i), shade(j)];
}

function mixed(channel: number, mix: number): number {
  return mix >= 0 ? channel + (255 - channel) * mix : channel * (1 + mix);
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}

function hex(rgb: number[]): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}
