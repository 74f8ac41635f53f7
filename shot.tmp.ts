import { launchBrowser } from './e2e/browser.ts';
const base = 'http://app.localhost:7440';
const med = 'http://medflex.localhost:7440';
const api = async (method: string, path: string, token: string | null, body?: unknown) => {
  const r = await fetch(`http://localhost:7440/api/v1${path}`, { method, headers: { host: 'app.localhost:7440', 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return r.json();
};
const signed: any = await api('POST', '/account/login', null, { email: 'owner@demo.example', password: 'salon-owner' });
console.log(Object.keys(signed));
const offer: any = await api('POST', '/connections/branches', signed.token, { kind: 'medflex', token: 'medflex-zdorovie-token' });
console.log(JSON.stringify(offer).slice(0, 300));
const c: any = await api('POST', '/connections', signed.token, { kind: 'medflex', ticket: offer.ticket, branchExternalIds: ['101', '102'] });
console.log(JSON.stringify(c).slice(0, 300));
await new Promise((r) => setTimeout(r, 6000));
const browser = await launchBrowser();
for (const language of ['ru', 'en'])
  for (const width of [1440, 390]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, locale: language === 'ru' ? 'ru-RU' : 'en-GB' });
    const page = await context.newPage();
    page.on('pageerror', (e) => console.log('ERR', e.message));
    for (const [site, path, name] of [[base, '/accounts/medflexLpus', 'lpus'], [med, '/account/medflex-onboarding', 'onb']] as const) {
      await page.goto(`${site}/account/login`);
      await page.evaluate((l) => localStorage.setItem('language', l), language);
      await page.getByLabel(/mail|почта/i).first().fill('owner@demo.example');
      await page.locator('input[type=password]').first().fill('salon-owner');
      await page.keyboard.press('Enter');
      await page.waitForTimeout(4000);
      await page.goto(`${site}${path}`);
      await page.waitForTimeout(5000);
      await page.screenshot({ path: `/tmp/mf-${name}-${language}-${width}.png`, fullPage: true });
      console.log(name, language, width, page.url(), await page.evaluate(() => document.documentElement.scrollWidth));
    }
    await context.close();
  }
await browser.close();
