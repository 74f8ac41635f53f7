import { generate } from 'lean-qr';
import { useMemo } from 'react';
import type { Pairing } from '#contract/channels/pairing.ts';
import classes from '#web/channels/Pairing.module.css';

/** White modules around the code, as readers expect. */
const QUIET = 4;

/** Draws a QR code from its text, or shows the picture of a gateway that sends no text. */
export function QrCode({ code, label }: { code: NonNullable<Pairing['code']>; label: string }) {
  if (code.image !== null) return <img className={classes.code} src={code.image} alt={label} />;
  return <DrawnCode text={code.text ?? ''} label={label} />;
}

function DrawnCode({ text, label }: { text: string; label: string }) {
  const { side, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      className={classes.code}
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
