import jsQR from 'jsqr';
import { type Bitmap2D, correction, generate } from 'lean-qr';

/** The appearance of a QR code: a dark colour, and the logo in its middle. */
export type QrStyle = { color: string; logo: Blob | null };

/** A QR code that was read back from its own pixels. */
export type QrFiles = { svg: string; png: Blob; pngUrl: string; hasLogo: boolean };

/** Modules around the code that stay white, as readers expect. */
const QUIET = 4;
/** With level H a code is read as long as less than about 30% is covered; cameras need the rest. */
const LOGO_SHARE = 0.22;
/** Pixels of a side of the picture, about. */
const SIDE = 1_200;
const INK = '#000000';

/**
 * Draws a QR code and reads it back. A logo or a colour that makes it unreadable is left out.
 *
 * @throws when even the plain code cannot be read
 */
export async function drawQr(text: string, { color, logo }: QrStyle): Promise<QrFiles> {
  const attempts: QrStyle[] = [...(logo ? [{ color, logo }] : []), { color, logo: null }, { color: INK, logo: null }];
  for (const style of attempts) {
    const code = generate(text, { minCorrectionLevel: style.logo ? correction.H : correction.M });
    const canvas = await paint(code, style);
    if (readBack(canvas) !== text) continue;
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!png) continue;
    const svg = await svgOf(code, style);
    return { svg, png, pngUrl: canvas.toDataURL('image/png'), hasLogo: style.logo !== null };
  }
  throw new Error('The QR code cannot be read');
}

async function paint(code: Bitmap2D, { color, logo }: QrStyle): Promise<HTMLCanvasElement> {
  const modules = code.size + 2 * QUIET;
  const scale = Math.ceil(SIDE / modules);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = modules * scale;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('The browser has no canvas');
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = color;
  for (const { x, y, width } of runsOf(code)) {
    pen.fillRect((x + QUIET) * scale, (y + QUIET) * scale, width * scale, scale);
  }
  if (logo) {
    const { from, side } = placeOfLogo(code);
    const image = await createImageBitmap(logo);
    pen.fillStyle = '#ffffff';
    pen.fillRect(from * scale, from * scale, side * scale, side * scale);
    const fit = ((side - 1) * scale) / Math.max(image.width, image.height);
    const [width, height] = [image.width * fit, image.height * fit];
    pen.drawImage(image, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
  }
  return canvas;
}

function readBack(canvas: HTMLCanvasElement): string | undefined {
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  return jsQR(data, canvas.width, canvas.height, { inversionAttempts: 'dontInvert' })?.data;
}

async function svgOf(code: Bitmap2D, { color, logo }: QrStyle): Promise<string> {
  const modules = code.size + 2 * QUIET;
  const path = runsOf(code)
    .map(({ x, y, width }) => `M${x + QUIET} ${y + QUIET}h${width}v1h-${width}z`)
    .join('');
  const { from, side } = placeOfLogo(code);
  const middle = logo
    ? `<rect x="${from}" y="${from}" width="${side}" height="${side}" fill="#fff"/>` +
      `<image x="${from + 0.5}" y="${from + 0.5}" width="${side - 1}" height="${side - 1}" href="${await dataUrlOf(logo)}"/>`
    : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules} ${modules}" width="${SIDE}" height="${SIDE}" shape-rendering="crispEdges">` +
    `<rect width="${modules}" height="${modules}" fill="#fff"/><path fill="${color}" d="${path}"/>${middle}</svg>`
  );
}

/** Dark modules of a row that stand side by side. */
function runsOf(code: Bitmap2D): { x: number; y: number; width: number }[] {
  const runs: { x: number; y: number; width: number }[] = [];
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue;
      const last = runs.at(-1);
      if (last && last.y === y && last.x + last.width === x) last.width += 1;
      else runs.push({ x, y, width: 1 });
    }
  }
  return runs;
}

/** The white square in the middle, in modules of the whole picture; as odd as the code, so that no module is cut. */
function placeOfLogo(code: Bitmap2D): { from: number; side: number } {
  const most = Math.floor(code.size * LOGO_SHARE);
  const side = most % 2 === code.size % 2 ? most : most - 1;
  return { from: QUIET + (code.size - side) / 2, side };
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The logo cannot be read')));
    reader.readAsDataURL(blob);
  });
}
