/** Pixels of the picture for one of the screen. */
const SCALE = 2;

/** Properties that a style sheet may have set: the picture has no style sheet. */
const COPIED = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-family', 'font-size', 'opacity'] as const;

/**
 * Draws the chart of an element as a picture.
 *
 * @returns null where there is no chart, or the browser draws none
 */
export async function pictureOf(element: HTMLElement): Promise<Blob | null> {
  const chart = element.querySelector<SVGSVGElement>('svg.recharts-surface');
  if (!chart) return null;
  const { width, height } = chart.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(chart, { width, height }))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(width * SCALE), Math.round(height * SCALE)];
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** The markup of a chart with its styles and size. */
function standalone(chart: SVGSVGElement, size: { width: number; height: number }): string {
  const copy = chart.cloneNode(true) as SVGSVGElement; // NOTE: a copy is of the same kind
  const parts = [...copy.querySelectorAll<SVGElement>('*')];
  for (const [index, original] of [...chart.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(original);
    for (const name of COPIED) {
      const value = style.getPropertyValue(name);
      if (value) parts[index]?.style.setProperty(name, value);
    }
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(size.width));
  copy.setAttribute('height', String(size.height));
  return new XMLSerializer().serializeToString(copy);
}
