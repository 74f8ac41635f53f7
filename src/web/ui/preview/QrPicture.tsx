import { generate } from 'lean-qr';
import { useMemo } from 'react';

/** White modules around the code, as readers expect. */
const QUIET = 4;

type Props = { text: string; label: string; className?: string | undefined };

/** Draws a text as a QR code, dark on white in both color schemes. */
export function QrPicture({ text, label, className }: Props) {
  const { side, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      className={className}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawn(text: string): { side: number; path: string } {
  const code = generate(text);
  const modules: string[] = [];
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) modules.push(`M${x + QUIET} ${y + QUIET}h1v1h-1z`);
  return { side: code.size + 2 * QUIET, path: modules.join('') };
}
