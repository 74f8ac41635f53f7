import lighthouse from 'lighthouse';
import type { PageFigures } from '../pages.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/**
 * Measures a page with Lighthouse's mobile preset, a slow telephone on a slow line, which the browser applies while it
 * loads. The preset would simulate the line afterwards: then scripts that a local server delivers before the first paint
 * count as if the paint had waited for them.
 */
export async function measurePage(url: string, port: number): Promise<PageFigures> {
  const result = await lighthouse(url, {
    port,
    onlyCategories: CATEGORIES,
    logLevel: 'silent',
    throttlingMethod: 'devtools',
  });
  if (!result) throw new Error(`Lighthouse did not measure ${url}`);
  const { categories, audits } = result.lhr;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const failed = Object.entries(categories).flatMap(([category, { auditRefs }]) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${category}: ${audits[id]?.title}`),
  );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    failed,
  };
}
